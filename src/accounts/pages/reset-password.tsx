import { lazy, Suspense } from 'react'
import { href, useSearchParams } from 'react-router'
import { pageMeta } from '../../document/meta.ts'
import { firstSignOrRest } from '../../ui/first-sign.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SignPage } from '../sign-page.tsx'
import type { Route } from './+types/reset-password.ts'

const ResetForm = lazy(() => firstSignOrRest().then(() => import('../reset-form.tsx')))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'New password · Parts House',
    description: 'Set a new password.',
    path: href('/reset-password'),
    noindex: true,
  })

const DRAWING = '/drawings/door-switch.svg'

export default function ResetPasswordPage() {
  const [params] = useSearchParams()
  const token = params.get('token')
  if (token && !params.has('error')) {
    return (
      <SignPage title="New password" drawing={DRAWING} lead="Every device that is signed in will be signed out.">
        <Suspense fallback={<Skeleton height={152} />}>
          <ResetForm token={token} />
        </Suspense>
      </SignPage>
    )
  }
  return (
    <SignPage
      title="New password"
      drawing={DRAWING}
      lead="This link is used, too old or not whole. Each link works once and for one hour."
    >
      <LinkButton variant="key" size="lg" full to={href('/forgot-password')}>
        Send a new link
      </LinkButton>
    </SignPage>
  )
}
