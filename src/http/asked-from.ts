import { AsyncLocalStorage } from 'node:async_hooks'

/** The client address of the request that the running code serves. */
export const askedFrom = new AsyncLocalStorage<string>()
