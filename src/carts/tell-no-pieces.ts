import { MOST_TYPED } from '../ui/pieces-in.ts'
import { toastBad } from '../ui/toast.ts'
import { grouped } from '../wire/grouped.ts'

/** Says that what was typed is no number of pieces, and that the line, named by `which`, keeps its quantity. */
export const tellNoPieces = (which: string, quantity: number, typed: string) => {
  const isMany = Number(typed.replace(/[\s,]/g, '')) > MOST_TYPED
  const most = isMany ? ` A line has at most ${grouped(MOST_TYPED)}.` : ''
  toastBad(`${which} stays at ${grouped(quantity)}: “${typed.trim()}” is no number of pieces.${most}`)
}
