import type { Hono } from 'hono'

/** A stand-in for an outside service, served under its own path while no real key is set. */
export type StandInApp = { path: string; app: Hono; start(): void; stop(): Promise<void> }
