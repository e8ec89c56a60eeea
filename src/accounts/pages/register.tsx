import { lazy, Suspense } from 'react'
import { href, Link, useSearchParams } from 'react-router'
import { pageMeta } from '../../document/meta.ts'
import { firstSignOrRest } from '../../ui/first-sign.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastOk } from '../../ui/toast.ts'
import { useLate } from '../../ui/use-late.ts'
import { GoogleButton } from '../google/button.tsx'
import type { RegisterHandle } from '../register-form.tsx'
import { withFrom } from '../session/from.ts'
import { GoOnWhenIn, SignPage } from '../sign-page.tsx'
import type { Route } from './+types/register.ts'

const RegisterForm = lazy(() => firstSignOrRest().then(() => import('../register-form.tsx')))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Register · Parts House',
    description: 'Open an account to order parts by the box, pay by card and follow your orders.',
    path: href('/regester'),
  })

const welcome = () => toastOk('Regester Success.')

export default function RegisterPage() {
  const [params] = useSearchParams()
  const [form, formRef] = useLate<RegisterHandle>()
  const handleRefusal = (message: string) => form.then(({ refuse }) => refuse(message))

  return (
    <SignPage title="Register" drawing="/drawings/fan-motor.svg">
      <GoOnWhenIn />
      <Suspense fallback={<Skeleton height={336} />}>
        <RegisterForm ref={formRef} onDone={welcome} />
      </Suspense>
      <p className="s14 soft">
        Already have an account? <Link to={withFrom(href('/login'), params)}>Login</Link>
      </p>
      <GoogleButton onDone={welcome} onFail={handleRefusal} />
    </SignPage>
  )
}
