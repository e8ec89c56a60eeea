import { z } from 'zod'
import { CheckoutLine, MOST_LINES, MOST_VERSION } from '../orders/checkout-contract.ts'
import { Product } from '../products/contract.ts'
import { SumFacts } from '../sums/contract.ts'
import { Money, whole } from '../wire/numbers.ts'
import { LineProblem } from '../wire/refusal.ts'

/** A line of a cart; `seen` is the unit price in dollars that its owner knows of. */
export const CartLine = CheckoutLine.extend({ seen: Money.optional() })
export type CartLine = z.output<typeof CartLine>

const lines = z.array(CartLine).max(MOST_LINES, `At most ${MOST_LINES} lines`)

/** PUT /cart: the whole of it, as it came from `version`. */
export const PutCart = z.object({ lines, version: z.number().int().min(0).max(MOST_VERSION) })
export type PutCart = z.input<typeof PutCart>

/** POST /cart/join: what was gathered before signing in; a line whose id came before is not added again. */
export const JoinCart = z.object({
  lines: z.array(CartLine.extend({ id: z.uuid() })).max(MOST_LINES, `At most ${MOST_LINES} lines`),
})
export type JoinCart = z.input<typeof JoinCart>

/** A line as it could be bought now: `product` is null when it is not for sale, `problem` says why the line cannot be had. */
export const JudgedLine = z.object({
  ...CartLine.shape,
  seen: z.number().optional(),
  quantity: z.number().int(),
  reference: z.string(),
  product: Product.nullable(),
  successor: Product.nullable().describe('What is sold in place of a part that is gone'),
  price: z.number().nullable(),
  problem: LineProblem.shape.code.nullable(),
})
export type JudgedLine = z.infer<typeof JudgedLine>

export const Cart = z.object({
  version: z.number().int(),
  lines: z.array(JudgedLine),
  price: z.number().describe('The sum of the lines that can be had, in dollars'),
})
export type Cart = z.infer<typeof Cart>

/** POST /quote: what these lines cost altogether; without a country shipping and tax are left out. */
export const AskQuote = z.object({
  lines: z
    .array(CheckoutLine.pick({ productId: true, quantity: true, reference: true }))
    .max(MOST_LINES, `At most ${MOST_LINES} lines`),
  country: z.string().trim().max(80, 'At most 80 characters').default(''),
  ...SumFacts.shape,
})
export type AskQuote = z.input<typeof AskQuote>

/** The most that matters comes first. */
export const VERDICTS = ['not-found', 'several', 'too-few', 'multiple', 'old-number', 'twice', 'ok'] as const
export const Verdict = z.enum(VERDICTS)
export type Verdict = z.infer<typeof Verdict>

export const QuickOrder = z.object({
  lines: z
    .array(
      z.object({
        number: z.string().trim().max(120, 'At most 120 characters'),
        quantity: whole('Enter how many pieces').refine((n) => n >= 1 && n <= 1_000_000, 'Enter how many pieces'),
        reference: CheckoutLine.shape.reference,
      }),
    )
    .min(1, 'Send at least one line')
    .max(MOST_LINES, `At most ${MOST_LINES} lines`),
})
export type QuickOrder = z.input<typeof QuickOrder>

/** So many ways to read columns are kept, one a width. */
export const MOST_COLUMNS = 20
/** The most columns of a list. */
const WIDEST = 500

const place = z.number().int().min(0)

/**
 * The places of the columns in a list of `width` columns; without a place of its own a quantity is one. They count for lists
 * of the same width alone.
 */
export const Columns = z
  .object({
    width: z.number().int().min(1).max(WIDEST),
    number: place,
    quantity: place.optional(),
    reference: place.optional(),
  })
  .refine(
    ({ width, number, quantity = 0, reference = 0 }) => Math.max(number, quantity, reference) < width,
    'There is no such column',
  )
export type Columns = z.infer<typeof Columns>

/** PUT /quick-order/columns: what is kept for other widths stays. */
export const KeepColumns = z.object({
  columns: z.array(Columns).min(1, 'Send at least one').max(MOST_COLUMNS, `At most ${MOST_COLUMNS}`),
})

/** What a number on a list stands for; `quantity` is what can be ordered nearest to what was asked for. */
export const QuickLine = z.object({
  verdict: Verdict,
  verdicts: z.array(Verdict),
  product: Product.nullable(),
  quantity: z.number().int(),
  nearest: z
    .array(Product)
    .describe('Parts that may be meant, the most likely first; where too few are left, substitutes in stock'),
})
export type QuickLine = z.infer<typeof QuickLine>
