import { hash } from 'node:crypto'

/** The hash under which a token is stored; the token is random enough to need no salt. */
export const hashOf = (token: string) => hash('sha256', token)
