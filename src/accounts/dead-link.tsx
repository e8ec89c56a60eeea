import type { ReactNode } from 'react'
import { LinkButton } from '../ui/link-button.tsx'
import { SignPage } from './sign-page.tsx'

type DeadLinkProps = { title: string; drawing: string; to: string; children: ReactNode }

/** The page of a mail's link that is used or expired. It says so before anything is typed, and leads to another way. */
export function DeadLink({ title, drawing, to, children }: DeadLinkProps) {
  return (
    <SignPage
      title={title}
      drawing={drawing}
      lead="This link is used, too old or not whole. Each link works once and for one hour."
    >
      <LinkButton variant="key" size="lg" full to={to}>
        {children}
      </LinkButton>
    </SignPage>
  )
}
