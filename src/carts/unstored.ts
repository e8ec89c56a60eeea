import { fullName } from '../products/full-name.ts'
import { keepDraft, takeDraft } from '../ui/draft.ts'
import { tellTyped } from '../ui/newer-values.ts'
import type { JudgedLine } from './contract.ts'
import { keyOf } from './key-of-line.ts'

const DRAFT = 'cart'

/** A changed line and its pieces before and after the change; 0 stands for a line that is not in the cart. */
export type Edit = { line: JudgedLine; was: number; is: number }

/** What a person has changed in the lines of their cart that are stored. */
export function editsOf(stored: JudgedLine[], edited: JudgedLine[]): Edit[] {
  const before = new Map(stored.map((line) => [keyOf(line), line]))
  const left = new Set(edited.map(keyOf))
  const isSame = (line: JudgedLine, was = before.get(keyOf(line))) =>
    line.quantity === was?.quantity && line.seen === was.seen
  const changed = edited.filter((line) => !isSame(line))
  return [
    ...stored.filter((line) => !left.has(keyOf(line))).map((line) => ({ line, was: line.quantity, is: 0 })),
    ...changed.map((line) => ({ line, was: before.get(keyOf(line))?.quantity ?? 0, is: line.quantity })),
  ]
}

/** Edits that are not stored yet are a draft of their user in this tab; without any there is none. */
export function keepEdits(edits: Edit[]) {
  if (edits.length > 0) keepDraft(DRAFT, edits)
  else takeEdits()
}

export const takeEdits = () => takeDraft<Edit[]>(DRAFT)

/** Lines that were stored with other pieces since stay as they are, and the person is told what they had typed there. */
export function withEdits(lines: JudgedLine[], edits: Edit[]): JudgedLine[] {
  const all = new Map(lines.map((line) => [keyOf(line), line]))
  const piecesNow = ({ line }: Edit) => all.get(keyOf(line))?.quantity ?? 0
  const older = edits.filter((edit) => piecesNow(edit) !== edit.was)
  tellTyped(older.filter((edit) => piecesNow(edit) !== edit.is).map(wordsOf))
  for (const { line, is } of edits.filter((edit) => !older.includes(edit))) {
    const key = keyOf(line)
    if (is) all.set(key, { ...line, ...all.get(key), quantity: is, seen: line.seen })
    else all.delete(key)
  }
  return [...all.values()]
}

const wordsOf = ({ line: { product }, is }: Edit) =>
  `${is || 'none'} of ${product ? fullName(product) : 'a part that is gone'}`
