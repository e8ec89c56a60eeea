import type { ReactNode } from 'react'
import { SignPage } from './sign-page.tsx'

type DeadLinkProps = { title: string; drawing: string; children: ReactNode }

/** The page of a mail's link that is used or expired. It says so before anything is typed, and offers another way. */
export function DeadLink({ title, drawing, children }: DeadLinkProps) {
  return (
    <SignPage
      title={title}
      drawing={drawing}
      lead="This link is used, too old or not whole. Each link works once and for one hour."
    >
      {children}
    </SignPage>
  )
}
