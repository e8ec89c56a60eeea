const sendOnce: typeof fetch = async (...sent) => (await import('./send-once.ts')).sendOnce(...sent)

/**
 * The options of a form's write that makes something. What is sent again unchanged, since no answer came, has its key
 * again, also after a reload, and is answered with what was made; anything else is made as another.
 */
export const madeOnce = { fetch: sendOnce }
