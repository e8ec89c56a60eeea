import { lazy, Suspense } from 'react'
import { href, Link, useSearchParams } from 'react-router'
import { pageMeta } from '../../document/meta.ts'
import { type DemoAccount, siteContext } from '../../document/site-context.ts'
import { firstSignOrRest } from '../../ui/first-sign.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastOk } from '../../ui/toast.ts'
import { useLate } from '../../ui/use-late.ts'
import { DemoAccounts } from '../demo-accounts.tsx'
import { GoogleButton } from '../google/button.tsx'
import type { LoginHandle } from '../login-form.tsx'
import { withFrom } from '../session/from.ts'
import { GoOnWhenIn, SignPage } from '../sign-page.tsx'
import type { Route } from './+types/login.ts'

const LoginForm = lazy(() => firstSignOrRest().then(() => import('../login-form.tsx')))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Login · Parts House',
    description: 'Log in to order parts, pay by card and follow your orders.',
    path: href('/login'),
  })

export const loader = ({ context }: Route.LoaderArgs) => ({ demoAccounts: context.get(siteContext).demoAccounts })

const welcome = () => toastOk('Login Success.')

/** Without state of its own: what renders the form's boundary anew before its script is there throws away what is typed. */
export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const [form, formRef] = useLate<LoginHandle>()
  const handleUse = (account: DemoAccount) => form.then(({ fillIn }) => fillIn(account))
  const handleRefusal = (message: string) => form.then(({ refuse }) => refuse(message))

  return (
    <SignPage title="Login" drawing="/drawings/control-board.svg">
      <GoOnWhenIn />
      <DemoAccounts accounts={loaderData.demoAccounts} onUse={handleUse} />
      <Suspense fallback={<Skeleton height={236} />}>
        <LoginForm ref={formRef} onDone={welcome} />
      </Suspense>
      <p className="s14 soft">
        New at the counter? <Link to={withFrom(href('/regester'), params)}>Create New Account</Link>
      </p>
      <GoogleButton onDone={welcome} onFail={handleRefusal} />
    </SignPage>
  )
}
