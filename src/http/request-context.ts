import type { User } from '../accounts/contract.ts'
import type { Shop } from '../shop.ts'

/** What the middleware leaves in the request's context. */
export type Env = { Variables: { shop: Shop; user: User; requestId: string; sessionId: string } }
