/** One measured figure against its floor. `detail` says what was measured to get it, in the units a reader wants. */
export type Row = {
  what: string
  measured: number
  floor: number
  is: 'at least' | 'at most'
  unit: '×' | 's' | 'ms' | 'MB' | 'kB' | 'points' | ''
  detail: string
}

export const holds = ({ measured, floor, is }: Row) => (is === 'at least' ? measured >= floor : measured <= floor)

export const median = (values: number[]) => percentile(values, 0.5)

export function percentile(values: number[], part: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** Rounds of A, B, A, B …, so that other load on the machine meets both; the ratio is the median of A ÷ B. */
export async function inTurns(rounds: number, a: () => Promise<number>, b: () => Promise<number>) {
  const pairs: { a: number; b: number }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ a: await a(), b: await b() })
  return mediansOf(pairs)
}

export const mediansOf = (pairs: { a: number; b: number }[]) => ({
  ratio: median(pairs.map(({ a, b }) => a / b)),
  a: median(pairs.map(({ a }) => a)),
  b: median(pairs.map(({ b }) => b)),
})

export const whole = (value: number) => Math.round(value).toLocaleString('en-US')
