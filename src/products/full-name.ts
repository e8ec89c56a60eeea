import type { Product } from './contract.ts'

/** `Evaporator fan motor EF-230`: two products may share a name. */
export const fullName = ({ name, number }: Pick<Product, 'name' | 'number'>) => (number ? `${name} ${number}` : name)
