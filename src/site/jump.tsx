import { useEffect, useRef, useState } from 'react'
import { onKey } from '../ui/keys.ts'
import { useKeys } from '../ui/use-keys.ts'
import { FindButton } from './find-button.tsx'
import { FindDialog } from './find-dialog.tsx'
import { FindField } from './find-field.tsx'

/** The bar's field, or the button that stands for it in a narrower window; "/" goes there. */
export default function Jump() {
  const field = useRef<HTMLInputElement>(null)
  const { on } = useKeys()
  const [isFinding, setFinding] = useState(false)
  useEffect(() => onKey('/', () => goTo(field.current)), [])
  return (
    <>
      <FindField field={field} hint={on ? '/' : undefined} />
      <FindButton className="sq" onClick={() => setFinding(true)} />
      <FindDialog open={isFinding} onClose={() => setFinding(false)} />
    </>
  )
}

/** The field, or the one of its buttons that the window shows. */
function goTo(field: HTMLInputElement | null) {
  if (field?.checkVisibility()) {
    field.focus()
    return field.select()
  }
  const buttons = [...document.querySelectorAll<HTMLElement>('button.find')]
  buttons.find((button) => button.checkVisibility())?.click()
}
