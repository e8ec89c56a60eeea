const CLOSED = '@closed.invalid'

/** What the books hold in place of the e-mail of a person whose account is closed. */
export const closedAddressOf = (userId: string) => `${userId}${CLOSED}`

export const isClosedAddress = (email: string) => email.endsWith(CLOSED)
