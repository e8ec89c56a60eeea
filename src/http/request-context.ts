import type { User } from '../accounts/contract.ts'
import type { Shop } from '../shop.ts'

/**
 * Variables that the middleware sets on the request's context; `asks` stands in what is made to be kept, for nobody, and is
 * called when a page's loader makes a call; `askAgain` throws once whoever the guard let in may not come in any more.
 */
export type Env = {
  Bindings: { asks?: () => void }
  Variables: { shop: Shop; user: User; requestId: string; sessionId: string; askAgain?: () => Promise<void> }
}
