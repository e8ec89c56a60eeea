import type { User } from '../accounts/contract.ts'
import type { Shop } from '../shop.ts'

/** Variables that the middleware sets on the request's context. */
export type Env = { Variables: { shop: Shop; user: User; requestId: string; sessionId: string } }
