/** `3 Nov 2026, 09:14` in the reader's own time. */
export const dayAndTime = (at: string) =>
  new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** `3 November 2026` in the reader's own time. */
export const dayOf = (at: string) => new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long' })
