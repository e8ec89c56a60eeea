import { z } from 'zod'
import { Text, Unsettable } from './params.ts'

const part = Unsettable.default(null)

/** The shipping address as a payment intent carries it. */
export const Shipping = z.strictObject({
  name: Text,
  phone: part,
  carrier: part,
  tracking_number: part,
  address: z.strictObject({ city: part, country: part, line1: part, line2: part, postal_code: part, state: part }),
})
