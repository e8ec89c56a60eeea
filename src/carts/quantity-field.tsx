import { type KeyboardEvent, useId, useState } from 'react'
import { piecesIn } from '../ui/pieces-in.ts'
import { useTypedBefore } from '../ui/use-typed-before.ts'
import { tellNoPieces } from './tell-no-pieces.ts'
import type { Mend, Row } from './use-rows.ts'

type QuantityFieldProps = { row: Row; line: number; shown: number; isFew: boolean; onMend: Mend }

/** The quantity of a line; what is typed counts when the field is left and on Enter. */
export function QuantityField({ row, line, shown, isFew, onMend }: QuantityFieldProps) {
  const id = useId()
  const [text, setText] = useState<string>()
  // Nobody has said a quantity that is not read.
  const known = row.unread === undefined ? String(shown) : ''
  const take = (typed = text, hasFocus = false) => {
    if (typed === undefined) return
    if (!hasFocus) setText(undefined)
    const pieces = piecesIn(typed.trim())
    if (!pieces) return hasFocus || typed === known || tellNoPieces(`Line ${line}`, known ? shown : undefined, typed)
    if (row.unread !== undefined || (pieces !== shown && pieces !== row.quantity))
      onMend(new Map([[row.id, { quantity: pieces, unread: undefined }]]))
  }
  useTypedBefore(id, known, (typed) => {
    if (document.activeElement?.id === id) setText(typed)
    // A field that was left before hydration gets no blur any more.
    else take(typed)
  })
  return (
    <input
      id={id}
      className="in qty"
      inputMode="numeric"
      autoComplete="off"
      value={text ?? known}
      aria-label={`Quantity in line ${line}`}
      aria-invalid={isFew || !known || undefined}
      onChange={({ target }) => setText(target.value)}
      // When the page goes out of sight, the focus stays: what is typed counts, and more may be typed to it.
      onBlur={({ target }) => take(text, target === document.activeElement)}
      onKeyDown={({ key, nativeEvent }: KeyboardEvent) => {
        if (key === 'Enter' && !nativeEvent.isComposing) take()
      }}
    />
  )
}
