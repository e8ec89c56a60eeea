import { toastBad } from '../ui/toast.ts'
import { grouped } from '../wire/grouped.ts'

/** Says that what was typed is no number of pieces, and that the line, named by `which`, keeps its quantity. */
export const tellNoPieces = (which: string, quantity: number, typed: string) =>
  toastBad(`${which} stays at ${grouped(quantity)}: “${typed.trim()}” is no number of pieces from 1 to 1,000,000.`)
