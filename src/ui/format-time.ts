const as = (options: Intl.DateTimeFormatOptions) => (at: string) => new Date(at).toLocaleString('en-GB', options)

/** `22 Nov 2026` */
export const dayOf = as({ dateStyle: 'medium' })
/** `22 Nov 2026, 13:40` */
export const minuteOf = as({ dateStyle: 'medium', timeStyle: 'short' })
