import type { Actor } from '../accounts/contract.ts'
import type { Shop } from '../shop.ts'

/**
 * Variables that the middleware sets on the request's context. `asks` is set while a page for the cache is rendered,
 * and called when its loader makes a call; `isOfPage` is set for the calls of any page.
 */
export type Env = {
  Bindings: { asks?: () => void; isOfPage?: boolean }
  Variables: { shop: Shop; user: Actor; requestId: string }
}
