import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'

/** How long a delivery is open to be taken back, when it was made on this screen just now. */
export const TAKE_BACK_MS = 10_000

type TakeBackProps = { ms?: number; label: string; pending: boolean; onTakeBack: () => void }

/** Stands as long as the delivery may be taken back. */
export function TakeBack({ ms = TAKE_BACK_MS, label, pending, onTakeBack }: TakeBackProps) {
  const [isOver, setIsOver] = useState(false)
  // The time begins once; what a later reading says of it changes nothing.
  const [first] = useState(ms)
  useEffect(() => {
    const end = setTimeout(() => setIsOver(true), first)
    return () => clearTimeout(end)
  }, [first])
  if (isOver) return null
  return (
    <Button ref={takesLostFocus} size="sm" pending={pending} aria-label={label} onClick={onTakeBack}>
      Take back
    </Button>
  )
}

/** The button comes in the place of the one that was pressed. */
const takesLostFocus = (button: HTMLElement | null) => {
  if (document.activeElement === document.body) button?.focus({ preventScroll: true })
}
