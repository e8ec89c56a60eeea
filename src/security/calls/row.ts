import type { Asked, World } from '../world.ts'

/** The answers to nobody, to the owning customer, to another customer and to an admin. */
export type Statuses = [nobody: number, customer: number, other: number, admin: number]
type Request = Omit<Asked, 'method' | 'token'>
/** `ask` makes what the request is about, anew for each of the four. */
export type Row = { are: Statuses; ask(world: World): Request | Promise<Request> }

export const UNKNOWN_LINK = 'A'.repeat(43)
export const UNKNOWN_STOP = 'A'.repeat(100)
export const PASSWORD = 'cold-storage-9'

export const EVERYBODY: Statuses = [200, 200, 200, 200]
export const ADMINS: Statuses = [401, 403, 403, 200]
export const OWN: Statuses = [401, 200, 200, 200]
export const always = (status: number): Statuses => [status, status, status, status]

export const at = (path: string, json?: unknown) => () => (json === undefined ? { path } : { path, json })
export const freshEmail = () => `${crypto.randomUUID()}@example.com`
