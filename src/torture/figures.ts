/** Whether the long form runs: `npm run torture`. */
export const isLong = import.meta.env.TORTURE === 'long'

/** As often as asked for in the form that runs. */
export const long = (often: number, short: number) => (isLong ? often : short)

/** Prints what was measured, one line each, for whoever reads the run. */
export function figure(what: string, measured: Record<string, string | number>) {
  const said = Object.entries(measured).map(([name, value]) => `${name} ${value}`)
  process.stdout.write(`FIGURE ${what}: ${said.join(', ')}\n`)
}
