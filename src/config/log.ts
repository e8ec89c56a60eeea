import { type DestinationStream, pino } from 'pino'
import { currentTracing, traceId } from './tracing.ts'

export type Log = ReturnType<typeof openLog>

/** One JSON line an event on standard output; no mail, token, address or card ever goes in. */
export const openLog = (level: 'silent' | 'info' | 'warn' = 'info', to?: DestinationStream) =>
  pino(
    {
      level,
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { log: withoutSecrets },
      ...(currentTracing() && { mixin: traceUnderWay }),
    },
    to ?? (level === 'silent' ? NOWHERE : standardOutput()),
  )

const NOWHERE: DestinationStream = { write: () => {} }

/** Written beside the work, many lines at once; what is left is written when the process ends, also after an error. */
const standardOutput = () => pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 })

function traceUnderWay() {
  const trace = traceId()
  return trace ? { trace } : {}
}

const SECRET = new Set(['authorization', 'cookie', 'password', 'token', 'address', 'phone'])
const VALUES = '\nparams: '

/** The values of a failed query, up to the stack: a value may itself hold a line that looks like one of the stack. */
const UP_TO_STACK = /\nparams: [\s\S]*?(?=(?:\n {4}at [^\n]*)*$)/

/** A failed query names the values that were to be stored, and what is logged whole may hold somebody's secrets. */
function withoutSecrets(fields: Record<string, unknown>) {
  let kept = fields
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' && value.includes(VALUES)) {
      kept = { ...kept, [name]: value.replace(UP_TO_STACK, '') }
    } else if (isPlainObject(value)) {
      kept = { ...kept, [name]: Object.fromEntries(Object.entries(value).filter(([key]) => !SECRET.has(key))) }
    }
  }
  return kept
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
