import { href, Link, useSearchParams } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { type DemoAccount, siteContext } from '../../document/site-context.ts'
import { Field } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Submit } from '../../ui/submit.tsx'
import { usePostForm } from '../../ui/use-post-form.ts'
import { DemoAccounts } from '../demo-accounts.tsx'
import { LOGIN } from '../forms.ts'
import { GoogleButton } from '../google/button.tsx'
import { googleSentence } from '../google/sentences.ts'
import { finishSignIn } from '../session/finish-sign-in.ts'
import { fromOf, withFrom } from '../session/way-back.ts'
import { WELCOME } from '../session/welcome.ts'
import { GoOnWhenIn, SignPage } from '../sign-page.tsx'
import type { Route } from './+types/login.ts'

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Login · Parts House',
    description: 'Log in to order parts, pay by card and follow your orders.',
    path: href('/login'),
  })

export const loader = ({ request, context }: Route.LoaderArgs) => ({
  demoAccounts: context.get(siteContext).demoAccounts,
  refusedByGoogle: googleSentence(new URL(request.url).searchParams.get('error') ?? ''),
})

export const action = actionOf(LOGIN, fromOf)

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const form = usePostForm(LOGIN, {
    answered: actionData,
    refused: loaderData.refusedByGoogle,
    onDone: () => finishSignIn(WELCOME['/login']),
  })
  const handleUse = ({ email, password }: DemoAccount) => form.fill({ email, password })

  return (
    <SignPage title="Login" drawing="/drawings/control-board.svg">
      <GoOnWhenIn />
      <DemoAccounts accounts={loaderData.demoAccounts} onUse={handleUse} />
      <form className="form" {...form.props}>
        <Field label="Email" {...form.field('email')} />
        <PasswordField label="Password" {...form.field('password')} />
        <p className="s14 -mt-2">
          <Link to={withFrom(href('/forgot-password'), params)}>Forgot your password?</Link>
        </p>
        <Submit pending={form.isPending}>Login</Submit>
        <FormError>{form.refusal}</FormError>
      </form>
      <p className="s14 soft">
        New at the counter? <Link to={withFrom(href('/regester'), params)}>Create New Account</Link>
      </p>
      <GoogleButton words={WELCOME['/login']} onFail={form.refuse} />
    </SignPage>
  )
}
