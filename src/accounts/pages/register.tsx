import { href, Link, useSearchParams } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { Field } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Submit } from '../../ui/submit.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { usePostForm } from '../../ui/use-post-form.ts'
import { inDoubt } from '../../wire/problem-error.ts'
import { REGISTRATION } from '../forms.ts'
import { GoogleButton } from '../google/button.tsx'
import { finishSignIn } from '../session/finish-sign-in.ts'
import { fromOf, withFrom } from '../session/way-back.ts'
import { WELCOME } from '../session/welcome.ts'
import { GoOnWhenIn, SignPage } from '../sign-page.tsx'
import type { Route } from './+types/register.ts'

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Register · Parts House',
    description: 'Open an account to order parts by the box, pay by card and follow your orders.',
    path: href('/regester'),
  })

/** Said to everybody whose answer was lost, so it tells nobody which addresses have an account. */
const MAY_BE = 'You may be registered already: log in.'

export const action = actionOf(REGISTRATION, fromOf)

export default function RegisterPage({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const form = usePostForm(REGISTRATION, {
    answered: actionData,
    onDone: async (typed) => {
      // Cleared before the navigation, so that no draft of the form is kept.
      form.clear()
      const answer = await finishSignIn(WELCOME['/regester'])
      if (!answer.ok) form.fill(typed)
      return answer
    },
  })
  useDraft('register', form.text, { secret: 'password' })

  return (
    <SignPage title="Register" drawing="/drawings/fan-motor.svg">
      <GoOnWhenIn />
      <form className="form" {...form.props}>
        <Field label="Name" {...form.field('name')} />
        <Field label="Email" hint="We send a link there to verify it." {...form.field('email')} />
        <PasswordField label="Password" hint="6 characters or longer." {...form.field('password')} />
        <Submit pending={form.isPending}>Register</Submit>
        <FormError>{inDoubt(form.refusal, MAY_BE)}</FormError>
      </form>
      <p className="s14 soft">
        Already have an account? <Link to={withFrom(href('/login'), params)}>Login</Link>
      </p>
      <GoogleButton words={WELCOME['/regester']} onFail={form.refuse} />
    </SignPage>
  )
}
