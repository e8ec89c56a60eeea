import { z } from 'zod'
import { CheckoutLine, MOST_VERSION } from '../orders/checkout-contract.ts'
import { MOST_LINES } from '../orders/most-lines.ts'
import { Product } from '../products/contract.ts'
import { MOST_PIECES } from '../products/most-pieces.ts'
import { SumFacts } from '../sums/contract.ts'
import { Id } from '../wire/is-id.ts'
import { Money, whole } from '../wire/numbers.ts'
import { LineProblem } from '../wire/refusal.ts'
import { CART_FULL } from './cart-full.ts'

/** A line of a cart; `seen` is the unit price in dollars that its owner has been shown. */
export const CartLine = CheckoutLine.extend({ seen: Money.optional() })
export type CartLine = z.output<typeof CartLine>

const lines = z.array(CartLine).max(MOST_LINES, CART_FULL)

/** PUT /cart: the whole cart; `version` is the one it was read with. */
export const PutCart = z.object({ lines, version: z.number().int().min(0).max(MOST_VERSION) })
export type PutCart = z.input<typeof PutCart>

/** POST /cart/join: the lines gathered before the sign-in; a line whose id has come before is not added again. */
export const JoinCart = z.object({
  lines: z.array(CartLine.extend({ id: Id })).max(MOST_LINES, `At most ${MOST_LINES} lines`),
})
export type JoinCart = z.input<typeof JoinCart>

/**
 * A line as it can be bought now: `product` is null when it is not for sale, `problem` says why the line is not
 * available.
 */
export const JudgedLine = z.object({
  ...CartLine.shape,
  seen: z.number().optional(),
  quantity: z.number().int(),
  reference: z.string(),
  product: Product.nullable(),
  successor: Product.nullable().describe('What is sold in place of a part that is gone'),
  name: z.string().optional().describe('What a part that is gone was called'),
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

export const JoinedCart = Cart.extend({
  left: z.array(z.uuid()).describe('The ids of the lines that the cart has no room for; they may be sent again later'),
})
export type JoinedCart = z.infer<typeof JoinedCart>

/** POST /quote: the sum of these lines; without a country it leaves out shipping and tax. */
export const AskQuote = z.object({
  lines: z
    .array(CheckoutLine.pick({ productId: true, quantity: true, reference: true }))
    .max(MOST_LINES, `At most ${MOST_LINES} lines`),
  country: z.string().trim().max(80, 'At most 80 characters').default(''),
  ...SumFacts.shape,
})
export type AskQuote = z.input<typeof AskQuote>

/** The most characters of a number in a list. */
export const LONGEST_NUMBER = 120

/** Sorted by importance. */
export const VERDICTS = ['not-found', 'several', 'too-few', 'multiple', 'old-number', 'twice', 'ok'] as const
export const Verdict = z.enum(VERDICTS)
export type Verdict = z.infer<typeof Verdict>

export const QuickOrder = z.object({
  lines: z
    .array(
      z.object({
        number: z.string().trim().max(LONGEST_NUMBER, `At most ${LONGEST_NUMBER} characters`),
        quantity: whole('Enter how many pieces').refine((n) => n >= 1 && n <= MOST_PIECES, 'Enter how many pieces'),
        reference: CheckoutLine.shape.reference,
      }),
    )
    .min(1, 'Send at least one line')
    .max(MOST_LINES, `At most ${MOST_LINES} lines`),
})
export type QuickOrder = z.input<typeof QuickOrder>

/** The most column layouts of an account, one for each header or width. */
export const MOST_COLUMNS = 20
/** The most columns of a list. */
const WIDEST = 500
/** The most characters of a header by which its lists are known again. */
export const LONGEST_HEAD = 300

const place = z.number().int().min(0)

/** The positions of the columns in lists of `width` columns; without a quantity column each line is one piece. */
export const Columns = z
  .object({
    width: z.number().int().min(1).max(WIDEST),
    number: place,
    quantity: place.optional(),
    reference: place.optional(),
    chosen: z.boolean().optional().describe('Whether a person has chosen them, and no header'),
    head: z
      .string()
      .max(LONGEST_HEAD)
      .optional()
      .describe(
        'The header of the lists for which a person has chosen them; absent where they are for those without one',
      ),
  })
  .refine(
    ({ width, number, quantity = 0, reference = 0 }) => Math.max(number, quantity, reference) < width,
    'There is no such column',
  )
export type Columns = z.infer<typeof Columns>

/** PUT /quick-order/columns: layouts of other headers and widths stay. */
export const KeepColumns = z.object({
  columns: z.array(Columns).min(1, 'Send at least one').max(MOST_COLUMNS, `At most ${MOST_COLUMNS}`),
})

/** Whether one layout takes the other's place. */
export const isSameList = (one: Columns, other: Columns) =>
  one.head === other.head && (one.head !== undefined || one.width === other.width)

/** What a number of a list means; `quantity` is the possible one nearest to the one asked for. */
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
