import type { Product } from './contract.ts'

/** `Evaporator fan motor EF-230`: two products may share a name. */
export const fullName = ({ name, number }: Pick<Product, 'name' | 'number'>) => (number ? `${name} ${number}` : name)

/** The part and the buyer's reference: two lines may be for parts of one name, or for one part. */
export const lineName = (part: Pick<Product, 'name' | 'number'>, reference: string) =>
  [fullName(part), reference].filter(Boolean).join(', ')
