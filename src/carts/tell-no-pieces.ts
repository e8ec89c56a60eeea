import { toastBad } from '../ui/toast.ts'
import { grouped } from '../wire/grouped.ts'

/** Says that what was typed is no number of pieces, and that the line, named by `which`, keeps its quantity, if it has one. */
export function tellNoPieces(which: string, quantity: number | undefined, typed: string) {
  const stays = quantity === undefined ? 'waits for its quantity' : `stays at ${grouped(quantity)}`
  toastBad(`${which} ${stays}: “${typed.trim()}” is no number of pieces from 1 to 1,000,000.`)
}
