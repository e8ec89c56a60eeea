import { z } from 'zod'
import { CompleteDelivery } from '../orders/contract.ts'
import { atMost, oneLine } from '../wire/typed-text.ts'
import { addressText } from './address-text.ts'

/** The maximum length of an order's address, which is one text. */
const LONGEST = 300

const lines = z.object({
  name: oneLine(60).min(1, 'Name is Required').describe('What its owner calls it'),
  company: oneLine(80).default(''),
  street: atMost(LONGEST).min(1, 'Street is Required').describe('Street, house, flat; line breaks are kept'),
  postcode: oneLine(20).default(''),
  city: oneLine(60).default(''),
  country: CompleteDelivery.shape.country,
  phone: CompleteDelivery.shape.phone,
  taxNumber: oneLine(30).default(''),
})

const isShort = (address: z.output<typeof lines>) => addressText(address).length <= LONGEST

/** POST and PUT /addresses; one address is the default, and the first one is so by itself. */
export const PutAddress = lines
  .extend({ isDefault: z.boolean().default(false) })
  .refine(isShort, { path: ['street'], message: `At most ${LONGEST} characters together` })
export type PutAddress = z.input<typeof PutAddress>

export const Address = z.object({
  _id: z.uuid(),
  ...lines.shape,
  company: z.string(),
  postcode: z.string(),
  city: z.string(),
  phone: z.string(),
  taxNumber: z.string(),
  isDefault: z.boolean(),
})
export type Address = z.infer<typeof Address>

/** The form of a delivery address: `kept` is the id of the chosen saved address, empty for a typed one. */
export const WhereForm = CompleteDelivery.extend({
  kept: z.string(),
  isKept: z.boolean().describe('Whether the typed address is kept, under `name`'),
  name: oneLine(60),
  phone: oneLine(40),
  company: oneLine(120),
  taxNumber: oneLine(30),
}).refine(({ isKept, name }) => !isKept || name, { path: ['name'], message: 'Name is Required' })
export type WhereForm = z.input<typeof WhereForm>
