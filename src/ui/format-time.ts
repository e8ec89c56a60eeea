const as = (options: Intl.DateTimeFormatOptions) => (at: string) => new Date(at).toLocaleString('en-GB', options)

// In the reader's own time.

/** `3 November 2026` */
export const dayOf = as({ dateStyle: 'long' })
/** `3 Nov 2026` */
export const shortDayOf = as({ dateStyle: 'medium' })
/** `3 Nov 2026, 09:14` */
export const dayAndTime = as({ dateStyle: 'medium', timeStyle: 'short' })
/** `3 Nov 2026, 09:14:32` */
export const dayAndSecond = as({ dateStyle: 'medium', timeStyle: 'medium' })
/** `3 November 2026`, the same on the server and for every reader. */
export const dayInUtc = as({ dateStyle: 'long', timeZone: 'UTC' })
/** `09:14` */
export const timeOf = as({ timeStyle: 'short' })
