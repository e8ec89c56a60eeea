import { type DestinationStream, pino } from 'pino'

export type Log = ReturnType<typeof openLog>

/** One JSON line an event on standard output; no mail, token, address or card ever goes in. */
export const openLog = (level: 'silent' | 'info' | 'warn' = 'info', to?: DestinationStream) =>
  pino(
    {
      level,
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: { paths: ['*.authorization', '*.cookie', '*.password', '*.token', '*.address', '*.phone'], remove: true },
      formatters: { log: withoutValues },
    },
    // Written beside the work and not in it; what is left is written out when the process ends, also after an error.
    to ?? pino.destination({ dest: 1, sync: false }),
  )

/** A failed query names the values that were to be stored; the log keeps the query alone. */
function withoutValues(fields: Record<string, unknown>) {
  if (!Object.values(fields).some((value) => typeof value === 'string' && value.includes('\nparams: '))) return fields
  const kept = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '') : value,
  ])
  return Object.fromEntries(kept)
}
