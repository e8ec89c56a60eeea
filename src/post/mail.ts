import { v5 as uuidv5 } from 'uuid'
import { z } from 'zod'

/** What an order's mail tells; a row of the orders table is one. */
export type MailOrder = {
  id: string
  buyerName: string
  buyerEmail: string
  productName: string
  productNumber: string | null
  unitPriceCents: number
  minOrder: number
  quantity: number
  priceCents: number
  country: string
  address: string
  phone: string
  transactionId: string | null
  createdAt: Date
  expiresAt: Date
  paidAt: Date | null
  deliveredAt: Date | null
  closedAt: Date | null
}

export const ORDER_TEMPLATES = ['order-placed', 'paid', 'delivered', 'cancelled', 'expired', 'refunded'] as const
export type OrderTemplate = (typeof ORDER_TEMPLATES)[number]

/** A mail and what it tells. Links are whole addresses of config.appOrigin. */
export type Mail =
  | { template: OrderTemplate; order: MailOrder }
  | { template: 'verify' | 'reset'; to: string; name: string; url: string }
  /** To the shop; the answer goes to `email`. */
  | { template: 'contact'; id: string; email: string; subject: string; message: string }
  | { template: 'newsletter-confirm' | 'newsletter-welcome'; to: string; url: string }

const OrderText = z.object({
  id: z.string(),
  buyerName: z.string(),
  buyerEmail: z.email().max(254),
  productName: z.string(),
  productNumber: z.string().nullable(),
  unitPriceCents: z.number(),
  minOrder: z.number(),
  quantity: z.number(),
  priceCents: z.number(),
  country: z.string(),
  address: z.string(),
  phone: z.string(),
  transactionId: z.string().nullable(),
  createdAt: z.coerce.date(),
  expiresAt: z.coerce.date(),
  paidAt: z.coerce.date().nullable(),
  deliveredAt: z.coerce.date().nullable(),
  closedAt: z.coerce.date().nullable(),
})

const url = z.url({ protocol: /^https?$/ })
const address = z.email().max(254)

/** A mail as it comes back out of its job, where dates are text. */
export const WrittenMail: z.ZodType<Mail> = z.discriminatedUnion('template', [
  z.object({ template: z.enum(ORDER_TEMPLATES), order: OrderText }),
  z.object({ template: z.enum(['verify', 'reset']), to: address, name: z.string(), url }),
  z.object({
    template: z.literal('contact'),
    id: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
  }),
  z.object({ template: z.enum(['newsletter-confirm', 'newsletter-welcome']), to: address, url }),
])

const NAMESPACE = 'c0f5f3b4-6f0e-5d0b-9a55-1d6a2f6f8b11'

/** The job's id, made of the cause: the same cause twice is one mail. */
export const idOf = (mail: Mail) => uuidv5(`${mail.template} ${causeOf(mail)}`, NAMESPACE)

function causeOf(mail: Mail) {
  if ('order' in mail) return mail.order.id
  return mail.template === 'contact' ? mail.id : mail.url
}

/** `Shop <shop@example.com>` is shop@example.com. */
export const addressOf = (mailbox: string) => (/<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim()
