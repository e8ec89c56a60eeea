import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'

type ErrorNoteProps = {
  what: string
  onRetry?: () => void
  retryLabel?: string
  pending?: boolean
  className?: string
  children?: ReactNode
}

export function ErrorNote({ what, onRetry, retryLabel = 'Retry', pending, className, children }: ErrorNoteProps) {
  return (
    <div className={classes('empty', className)} role="alert">
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
