/** Whether the long form runs: `npm run torture`. */
export const isLong = import.meta.env.TORTURE === 'long'

/** The count for the long or the short form, whichever runs. */
export const long = (often: number, short: number) => (isLong ? often : short)

/** Prints measured values, one line each. */
export function figure(what: string, measured: Record<string, string | number>) {
  const said = Object.entries(measured).map(([name, value]) => `${name} ${value}`)
  process.stdout.write(`FIGURE ${what}: ${said.join(', ')}\n`)
}
