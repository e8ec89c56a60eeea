const SENT_BEFORE = 'X-Sent-Before'

/** The answer of a call that sends is the same when it was sent before; the header tells that the call sent nothing. */
export const sentHeaders = ({ before }: { before: boolean }) => (before ? { [SENT_BEFORE]: 'true' } : undefined)
export const wasSentBefore = (headers: Headers) => headers.has(SENT_BEFORE)
