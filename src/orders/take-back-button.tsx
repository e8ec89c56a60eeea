import { type ComponentProps, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'

/** Milliseconds in which a delivery made on this screen can be taken back. */
export const TAKE_BACK_MS = 10_000

type TakeBackProps = Pick<ComponentProps<'button'>, 'ref'> & {
  ms?: number
  label: string
  pending: boolean
  onTakeBack: () => void
}

/** A button that disappears when the delivery can no longer be taken back. */
export function TakeBack({ ms = TAKE_BACK_MS, label, pending, onTakeBack, ref }: TakeBackProps) {
  const [isOver, setIsOver] = useState(false)
  // The countdown starts once; later values of `ms` do not change it.
  const [first] = useState(ms)
  useEffect(() => {
    const end = setTimeout(() => setIsOver(true), first)
    return () => clearTimeout(end)
  }, [first])
  if (isOver) return null
  return (
    <Button ref={ref} size="sm" pending={pending} aria-label={label} onClick={onTakeBack}>
      Take back
    </Button>
  )
}
