import { z } from 'zod'

/** A list in a query, with commas between its items; each counts once. */
export const namedList = <T extends z.ZodType<string, string>>(
  one: T,
  { most, what }: { most: number; what: string },
) =>
  z
    .string()
    .max(8000)
    .transform((list) => [...new Set(list.split(',').map((word) => word.trim()))].filter(Boolean))
    .pipe(z.array(one).min(1, `Name a ${what}`).max(most, `At most ${most} ${what}s`))
