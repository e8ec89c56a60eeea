import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { askIdentity } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { checkedBy } from '../../ui/form-check.ts'
import { FormError } from '../../ui/form-error.tsx'
import { shortDayOf } from '../../ui/format-time.ts'
import { Panel, PanelFoot, PanelForm } from '../../ui/panel.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toastBad, toastOk } from '../../ui/toast.ts'
import { postJson } from '../../wire/form.ts'
import { inDoubt } from '../../wire/problem-error.ts'
import type { WaysIn } from '../contract.ts'
import { finishSignIn } from '../session/finish-sign-in.ts'
import { useAskForm } from '../use-ask-form.ts'

type PasswordPanelProps = { email: string; ways: WaysIn }

export function PasswordPanel({ email, ways }: PasswordPanelProps) {
  const { passwordSince } = ways
  if (!passwordSince) return <NoPassword email={email} />
  return (
    <Panel title="Password" hint={`since ${shortDayOf(passwordSince)}`}>
      <ChangePassword email={email} />
    </Panel>
  )
}

const asChange = checkedBy(async () => (await import('../contract.ts')).PasswordChange)

const NO_CHANGE = { currentPassword: '', newPassword: '' }

function ChangePassword({ email }: { email: string }) {
  const { revalidate } = useRevalidator()
  const form = useAskForm({
    empty: NO_CHANGE,
    resolver: asChange,
    send: async (json) => {
      await askIdentity('change-password', json)
      form.show(NO_CHANGE)
      await finishSignIn()
      await revalidate()
      toastOk('Your password is changed. You are signed out everywhere else.')
    },
  })
  return (
    <PanelForm
      onSubmit={form.save}
      note="All other sessions end."
      act={
        <Button type="submit" variant="ink" pending={form.isPending}>
          Change password
        </Button>
      }
    >
      {/* Password managers read the account's name from here. */}
      <input type="text" autoComplete="username" hidden readOnly value={email} />
      <PasswordField label="Password of today" {...form.field('currentPassword')} />
      <PasswordField
        label="New password"
        hint="6 characters or longer; one of the most used is refused."
        {...form.field('newPassword')}
        autoComplete="new-password"
      />
      <FormError>{inDoubt(form.refusal, 'Your password may be changed already.')}</FormError>
    </PanelForm>
  )
}

/** A first password is set like a forgotten one: by a link in the mailbox. */
function NoPassword({ email }: { email: string }) {
  const [state, setState] = useState<'idle' | 'pending' | 'sent'>('idle')
  const send = async () => {
    setState('pending')
    const answer = await postJson('/api/auth/request-password-reset', { email })
    setState(answer.ok ? 'sent' : 'idle')
    if (!answer.ok) toastBad(answer.message)
  }
  return (
    <Panel title="Password" hint="none">
      <PanelFoot
        note={
          <span role="status">
            {state === 'sent'
              ? 'A link is on its way. It sets a password, and signs you out everywhere.'
              : 'You get in by Google. A link to your mailbox sets a password, too.'}
          </span>
        }
      >
        {state === 'sent' ? null : (
          <Button pending={state === 'pending'} onClick={send}>
            Set a password
          </Button>
        )}
      </PanelFoot>
    </Panel>
  )
}
