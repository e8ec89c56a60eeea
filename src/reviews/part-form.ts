import { z } from 'zod'
import { ReviewPart } from './part-contract.ts'

const lines = (text: unknown) =>
  String(text ?? '')
    .split(/\s+/)
    .filter(Boolean)

/** A review as its form has it: the addresses of photos stand one a line, and a fault of one is a fault of the field. */
export const ReviewForm = z
  .looseObject({ photos: z.preprocess(lines, z.array(z.string())) })
  .transform((typed, context) => {
    const checked = ReviewPart.safeParse(typed)
    if (checked.success) return checked.data
    for (const { path, message } of checked.error.issues) {
      context.issues.push({ code: 'custom', path: path.slice(0, 1), message, input: typed })
    }
    return z.NEVER
  })
