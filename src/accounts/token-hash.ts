import { hash } from 'node:crypto'

/** What is kept of a token, which is random enough to need no salt. */
export const hashOf = (token: string) => hash('sha256', token)
