import { lazy, Suspense } from 'react'
import { href, Link, useSearchParams } from 'react-router'
import { pageMeta } from '../../document/meta.ts'
import { firstSignOrRest } from '../../ui/first-sign.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { withFrom } from '../session/from.ts'
import { SignPage } from '../sign-page.tsx'
import type { Route } from './+types/forgot-password.ts'

const ForgotForm = lazy(() => firstSignOrRest().then(() => import('../forgot-form.tsx')))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Forgotten password · Parts House',
    description: 'Have a link sent to set a new password.',
    path: href('/forgot-password'),
    noindex: true,
  })

export default function ForgotPasswordPage() {
  const [params] = useSearchParams()
  return (
    <SignPage
      title="Forgotten password"
      drawing="/drawings/door-switch.svg"
      lead="Type the address of your account. We send a link to set a new password."
    >
      <Suspense fallback={<Skeleton height={144} />}>
        <ForgotForm />
      </Suspense>
      <p className="s14 soft">
        Remembered it? <Link to={withFrom(href('/login'), params)}>Login</Link>
      </p>
    </SignPage>
  )
}
