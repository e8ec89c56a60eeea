import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type SubmitProps = { pending: boolean; children: ReactNode }

/** The one act of a form that fills its page. */
export function Submit({ pending, children }: SubmitProps) {
  return (
    <Button type="submit" variant="key" size="lg" full pending={pending}>
      {children}
    </Button>
  )
}
