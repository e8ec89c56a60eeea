import type { ComponentProps, MouseEvent } from 'react'
import { classes } from './classes.ts'

export type ButtonLook = {
  variant?: 'key' | 'ink' | 'plain' | 'quiet' | 'bad'
  size?: 'sm' | 'md' | 'lg'
  full?: boolean
}

export const buttonClass = ({ variant, size, full }: ButtonLook, className?: string) =>
  classes('btn', variant !== 'plain' && variant, size !== 'md' && size, full && 'full', className)

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    pending?: boolean
    /** Has nothing to do now. Keeps the focus, unlike a disabled button. */
    idle?: boolean
  }

export function Button({ variant, size, full, pending, idle, className, children, onClick, ...rest }: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // A pending button keeps the focus, so it is not disabled; it only does nothing a second time.
    if (pending || idle) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, full }, classes(pending && 'pending', className))}
      aria-disabled={pending || idle || undefined}
      aria-busy={pending || undefined}
      onClick={handleClick}
    >
      {pending ? <span className="spin" aria-hidden="true" /> : null}
      {children}
    </button>
  )
}
