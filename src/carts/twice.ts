import { type QuickLine, VERDICTS } from './contract.ts'

/**
 * Marks each line that repeats the part and the reference of an earlier one with "twice", and clears the mark of all
 * others.
 */
export function withTwice<L extends { reference: string; judged?: QuickLine | undefined }>(lines: L[]): L[] {
  const before = new Set<string>()
  return lines.map((line) => {
    const { judged } = line
    if (!judged?.product) return line
    const key = `${judged.product._id} ${line.reference}`
    const isTwice = before.has(key)
    before.add(key)
    return { ...line, judged: { ...judged, ...saying(judged, isTwice) } }
  })
}

function saying({ verdicts: were }: QuickLine, isTwice: boolean): Pick<QuickLine, 'verdict' | 'verdicts'> {
  const verdicts = VERDICTS.filter((verdict) =>
    verdict === 'twice' ? isTwice : verdict !== 'ok' && were.includes(verdict),
  )
  const [verdict = 'ok'] = verdicts
  return { verdict, verdicts: verdicts.length > 0 ? verdicts : ['ok'] }
}
