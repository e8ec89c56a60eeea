import { inBoxes, mostInBoxes } from '../products/quantity.ts'
import type { ShownPart } from './shown-model.ts'

/** The pieces of a part that its model needs, as whole boxes and no more than are in stock. */
export const neededOf = ({ quantity, product }: ShownPart) => Math.min(inBoxes(product, quantity), mostInBoxes(product))
