import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ChevronLeft, ChevronRight } from './icons.tsx'
import { LinkButton } from './link-button.tsx'

/** A URL, a callback, or undefined when there is no such page. */
type Way = string | (() => void) | undefined
type PaginationProps = { label: string; previous: Way; next: Way; name?: string }

/** The links to the previous and the next page; nothing for a list of one page. */
export function Pagination({ label, previous, next, name = 'Pages' }: PaginationProps) {
  if (!previous && !next) return null
  return (
    <nav className="pages" aria-label={name}>
      <Step way={previous}>
        <ChevronLeft />
        Previous
      </Step>
      <span className="mid" aria-live="polite">
        {label}
      </span>
      <Step way={next} main>
        Next
        <ChevronRight />
      </Step>
    </nav>
  )
}

type StepProps = { way: Way; main?: boolean; children: ReactNode }

function Step({ way, main, children }: StepProps) {
  const variant = main ? 'ink' : 'plain'
  if (typeof way === 'function') {
    return (
      <Button variant={variant} onClick={way}>
        {children}
      </Button>
    )
  }
  return (
    <LinkButton variant={variant} to={way ?? ''} disabled={!way}>
      {children}
    </LinkButton>
  )
}
