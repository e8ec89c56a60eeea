import { toastOk } from '../ui/toast.ts'

/** Says that lines of a list have gone into the cart. */
export const tellAdded = (count: number) =>
  toastOk(count === 1 ? 'One line is in the cart.' : `${count} lines are in the cart.`)
