import { z } from 'zod'
import { MAX_CENTS } from './money.ts'

const isWholeCents = (dollars: number) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6

const PRICE = 'Enter a price like 12.50'

/** A sum on the wire: a number, or the same as text, from 0 to what one charge may be. */
export const Money = z
  .union(
    [
      z.number(PRICE),
      z
        .string()
        .trim()
        .regex(/^\d{1,8}(\.\d{1,2})?$/, PRICE)
        .transform(Number),
    ],
    PRICE,
  )
  .refine((dollars) => dollars >= 0 && dollars * 100 <= MAX_CENTS, 'Enter a price from 0 to 999,999.99')
  .refine(isWholeCents, 'Enter a price with at most two decimals')
  .overwrite((dollars) => Math.round(dollars * 100) / 100)

/** A whole number on the wire, also as text, as a form field sends it, with the minus of a keyboard or of print. */
export const whole = (message: string) =>
  z
    .union(
      [
        // A form shows the first option's refusal, the calls show the union's.
        z.number(message),
        z
          .string()
          .trim()
          .regex(/^[-+−]?\d{1,9}$/, message)
          .transform((text) => Number(text.replace('−', '-'))),
      ],
      message,
    )
    .refine((value) => Number.isInteger(value), message)
