import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { focusHeading } from './focus-heading.ts'

type ErrorNoteProps = {
  what: string
  onRetry?: () => void
  retryLabel?: string
  pending?: boolean
  className?: string
  children?: ReactNode
}

export function ErrorNote({ what, onRetry, retryLabel = 'Retry', pending, className, children }: ErrorNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  useFocusKept(note)
  return (
    <div ref={note} className={classes('empty', className)} role="alert">
      <p>
        <b className="strong">{what}</b>
        {children ? <span className="soft s14 block">{children}</span> : null}
      </p>
      {onRetry ? (
        <Button variant="ink" pending={pending} onClick={onRetry}>
          {retryLabel}
        </Button>
      ) : null}
    </div>
  )
}

/** A Retry that worked takes its button away, and the focus with it. */
function useFocusKept(note: RefObject<HTMLDivElement | null>) {
  useLayoutEffect(() => {
    const here = note.current
    return () => {
      if (!here?.contains(document.activeElement)) return
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusHeading()
      })
    }
  }, [note])
}
