import { z } from 'zod'
import { Listing } from '../wire/listing.ts'
import { AUDIT_ACTIONS } from './actions.ts'

export const AuditEntry = z.object({
  _id: z.uuid(),
  at: z.iso.datetime(),
  actor: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.string(),
  about: z
    .string()
    .nullable()
    .describe(
      'What the subject is called now, or was then if it is deleted: a product, the number of an order, an address',
    ),
  before: z.unknown(),
  after: z.unknown(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditListing = Listing.extend({ action: z.enum(AUDIT_ACTIONS).optional() })
export type AuditListing = z.infer<typeof AuditListing>
