import { type ReactNode, useEffect, useRef } from 'react'

type FootbarProps = { onSave?: () => void; label?: string; children: ReactNode }

/** What is changed or chosen and its acts, held at the foot of the window; Ctrl S saves as the button does. */
export function Footbar({ onSave, label, children }: FootbarProps) {
  const save = useRef(onSave)
  useEffect(() => {
    save.current = onSave
  })
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!save.current || event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return
      event.preventDefault()
      save.current()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  return label ? (
    <section className="footbar" aria-label={label}>
      {children}
    </section>
  ) : (
    <div className="footbar">{children}</div>
  )
}
