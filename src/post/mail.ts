import { v5 as uuidv5 } from 'uuid'
import { z } from 'zod'

export const ORDER_TEMPLATES = [
  'order-placed',
  'paid',
  'delivered',
  'delivery-corrected',
  'cancelled',
  'expired',
  'refunded',
] as const
export type OrderTemplate = (typeof ORDER_TEMPLATES)[number]

/** The mails that are there for one link about the account. */
export const ACCOUNT_TEMPLATES = ['verify', 'reset', 'change', 'take-back', 'proof'] as const
export type AccountTemplate = (typeof ACCOUNT_TEMPLATES)[number]

/** The mails that tell the owner of an address what happened to its account, or was tried. */
export const NOTICE_TEMPLATES = [
  'address-taken',
  'password-changed',
  'google-joined',
  'role-changed',
  'roles-changed',
  'account-deleted',
] as const
export type NoticeTemplate = (typeof NOTICE_TEMPLATES)[number]

const instant = z.coerce.date()

const MailLine = z.object({
  id: z.string(),
  productName: z.string(),
  productNumber: z.string().nullable(),
  unitPriceCents: z.number(),
  minOrder: z.number(),
  quantity: z.number(),
  priceCents: z.number(),
  /** A job written by a build without references has none, here and in the order. */
  reference: z.string().default(''),
  deliveredAt: instant.nullable(),
})
export type MailLine = z.infer<typeof MailLine>

/** The data of an order's mail: a row of the orders table, and its lines. */
const MailOrder = z.object({
  /** A job written by a build whose orders had no number has none. */
  number: z.number().optional(),
  buyerName: z.string(),
  buyerEmail: z.email().max(254),
  priceCents: z.number(),
  /** A job written by a build without sums has none. */
  discountCents: z.number().default(0),
  shippingCents: z.number().default(0),
  taxCents: z.number().default(0),
  terms: z.looseObject({ rate: z.object({ name: z.string(), basisPoints: z.number() }).optional() }).default({}),
  code: z.string().nullable().default(null),
  /** Whether shipping and tax are still to be added; a job written by a build without it says nothing of it. */
  awaitsCountry: z.boolean().default(false),
  country: z.string(),
  address: z.string(),
  /** A job written by a build without companies has neither. */
  company: z.string().default(''),
  taxNumber: z.string().default(''),
  phone: z.string(),
  /** The buyer's own number of the order. */
  reference: z.string().default(''),
  transactionId: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant,
  paidAt: instant.nullable(),
  closedAt: instant.nullable(),
  /** When its charge was found to be given back; none in a job of a build without it. */
  givenBackAt: instant.nullish(),
  lines: z.array(MailLine).min(1),
  /** Of a delivery; the carrier is empty where nobody named one. */
  parcel: z.object({ carrier: z.string(), number: z.string() }).optional(),
  /** How many lines of the order a mail about a parcel leaves out. */
  otherLines: z.number().optional(),
  /** Of a corrected delivery: an admin's words. */
  reason: z.string().optional(),
  /** What stays of an order of which one line was cancelled. */
  left: z.object({ lines: z.number(), priceCents: z.number() }).optional(),
})
export type MailOrder = z.infer<typeof MailOrder>

/** A job that was written before order lines existed holds its one line in the order itself. */
const withLines = (order: object) => ('lines' in order ? order : { ...order, lines: [order] })

const url = z.url({ protocol: /^https?$/ })
const address = z.email().max(254)
/** A part as a mail names it. */
const Called = z.object({ name: z.string(), number: z.string().nullable() })

/** A mail and what it tells, as it comes back out of its job. Links are whole addresses of config.appOrigin. */
export const WrittenMail = z.discriminatedUnion('template', [
  z.object({ template: z.enum(ORDER_TEMPLATES), order: z.looseObject({}).transform(withLines).pipe(MailOrder) }),
  z.object({
    template: z.enum(ACCOUNT_TEMPLATES),
    to: address,
    name: z.string(),
    url,
    /** Whether anybody could ask for it, for an account whose address nobody has proved. */
    isUnproved: z.boolean().optional(),
  }),
  z.object({ template: z.enum(NOTICE_TEMPLATES), id: z.string(), to: address, url }),
  /** To the shop; the answer goes to `email`. */
  z.object({
    template: z.literal('contact'),
    id: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
  }),
  /** To the shop as well, about a part that nobody found. */
  z.object({
    template: z.literal('part-request'),
    id: z.string(),
    email: z.string(),
    model: z.string(),
    photo: z.string(),
    words: z.string(),
  }),
  /** Sent to the author of a part request; `id` is the request's, and `answer` an admin's text. */
  z.object({
    template: z.literal('part-found'),
    id: z.string(),
    to: address,
    answer: z.string(),
    part: Called.extend({ unitPriceCents: z.number(), minOrder: z.number() }),
    url,
  }),
  /** Likewise where no part was found. */
  z.object({ template: z.literal('request-answered'), id: z.string(), to: address, answer: z.string() }),
  /** Sent to the author of a question about a part; `id` is the answer's, and `by` is null for the shop. */
  z.object({
    template: z.literal('question-answered'),
    id: z.string(),
    to: address,
    by: z.string().nullable(),
    question: z.string(),
    answer: z.string(),
    part: Called,
    url,
  }),
  /** To the buyer of an order that arrived a week ago; `id` is the order's. */
  z.object({
    template: z.literal('review-ask'),
    id: z.string(),
    to: address,
    number: z.string(),
    parts: z.array(Called.extend({ url })).min(1),
    stop: url,
  }),
  /** Sent to the address that was entered on the page of a sold-out part. */
  z.object({ template: z.literal('stock-confirm'), to: address, part: Called, url }),
  /** The one mail that was asked for; `stop` is the page that ends these mails. */
  z.object({
    template: z.literal('back-in-stock'),
    id: z.string(),
    to: address,
    part: Called.extend({ unitPriceCents: z.number(), minOrder: z.number() }),
    stock: z.number(),
    url,
    stop: url,
  }),
  z.object({ template: z.enum(['newsletter-confirm', 'newsletter-welcome']), to: address, url }),
])
export type Mail = z.infer<typeof WrittenMail>

const NAMESPACE = 'c0f5f3b4-6f0e-5d0b-9a55-1d6a2f6f8b11'

/** The job's id, a hash of the cause, so that one cause makes one mail. */
export const idOf = (mail: Mail) => uuidv5(`${mail.template} ${causeOf(mail)}`, NAMESPACE)

function causeOf(mail: Mail) {
  if (mail.template === 'delivered' || mail.template === 'delivery-corrected')
    return mail.order.lines.map(delivery).join(' ')
  if ('order' in mail) return mail.order.lines.map(({ id }) => id).join(' ')
  return 'id' in mail ? mail.id : mail.url
}

/** A line that is delivered again after it was taken back is another cause. */
const delivery = ({ id, deliveredAt }: MailLine) => `${id} ${deliveredAt?.toISOString()}`

/** For how long the mail about a delivery waits, so that it can be taken back unsaid. */
export const DELIVERY_WAITS_MS = 10_000

/** When a mail is to leave; undefined is at once. */
export function dueOf(mail: Mail): Date | undefined {
  if (mail.template !== 'delivered') return undefined
  const times = mail.order.lines.map(({ deliveredAt }) => deliveredAt?.getTime() ?? 0)
  return new Date(Math.max(...times) + DELIVERY_WAITS_MS)
}

const TO_PROVE: readonly Mail['template'][] = [
  ...ACCOUNT_TEMPLATES,
  'password-changed',
  'google-joined',
  'role-changed',
  'roles-changed',
  'account-deleted',
]
const OF_MONEY: readonly Mail['template'][] = ['paid', 'refunded', 'delivered', 'delivery-corrected']

/** What proves, recovers or guards an account goes first, then what was paid and sent; the higher goes earlier. */
export const priorityOf = ({ template }: Mail) =>
  TO_PROVE.includes(template) ? 2 : Number(OF_MONEY.includes(template))

/** `Shop <shop@example.com>` is shop@example.com. */
export const addressOf = (mailbox: string) => (/<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim()
