const sendOnce: typeof fetch = async (...sent) => (await import('./send-once.ts')).sendOnce(...sent)

/**
 * The options of a form's write that makes something. What is sent again, since no answer came, has its key again, also
 * after a reload: unchanged it is answered with what was made, and changed it is refused if something was made before.
 */
export const madeOnce = { fetch: sendOnce }
