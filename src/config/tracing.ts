/** The name and attributes of a span; the name has low cardinality, and values go into the facts. */
export type Part = { name: string; kind: 'request' | 'call' | 'job'; facts?: Facts }
export type Facts = Record<string, string | number>
/** Tells more of a part while it lasts. */
export type Note = (more: { name?: string; facts?: Facts; failed?: boolean }) => void

export type Tracing = {
  /** Runs `work` as a part of the trace under way, of the carried one, or of a new one. */
  run<T>(part: Part & { carried?: string | undefined }, work: (note: Note) => Promise<T>): Promise<T>
  /** Begins a part without parts of its own; undefined outside a trace. The answer ends it. */
  begin(part: Part): ((error?: unknown) => void) | undefined
  /** The id of the trace under way. */
  id(): string | undefined
  /** The place in the trace under way, for work that is done later. */
  carry(): string | undefined
  close(): Promise<void>
}

const UNHEARD: Note = () => undefined

// A module variable, because a trace passes through code that takes no tracing as a parameter.
let tracing: Tracing | undefined

/** The one tracing of this process; without it nothing below costs more than a look. */
export const beginTracing = (opened: Tracing | undefined) => {
  tracing = opened
}

export const currentTracing = () => tracing
export const traceId = () => tracing?.id()

export const traced = <T>(part: Part & { carried?: string | undefined }, work: (note: Note) => Promise<T>) =>
  tracing ? tracing.run(part, work) : work(UNHEARD)
