import type { Request } from 'playwright-core'

/** Whether a page stores the cart of its user by this request. */
export const isStoring = (request: Request) => request.method() === 'PUT' && request.url().endsWith('/api/cart')
