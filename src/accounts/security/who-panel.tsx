import { useRevalidator } from 'react-router'
import { ask, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { checkedBy } from '../../ui/form-check.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Panel, PanelForm } from '../../ui/panel.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toastOk } from '../../ui/toast.ts'
import type { WaysIn } from '../contract.ts'
import { EmailText } from '../email-text.tsx'
import { refreshSession } from '../session/session.ts'
import { useAskForm } from '../use-ask-form.ts'
import { ProofNote } from './proof-note.tsx'

type WhoPanelProps = { name: string; email: string; ways: WaysIn; token: string | undefined }

export function WhoPanel({ name, email, ways, token }: WhoPanelProps) {
  const mayChange = ways.passwordSince !== null || token !== undefined
  return (
    <Panel title="Name and e-mail">
      <NameForm name={name} />
      {mayChange ? <EmailForm email={email} ways={ways} token={token} /> : <ProofNote what="change your e-mail" />}
    </Panel>
  )
}

const asName = checkedBy(async () => (await import('../contract.ts')).Rename)

function NameForm({ name }: { name: string }) {
  const form = useAskForm({
    draft: 'own name',
    empty: { name },
    resolver: asName,
    send: async (json) => {
      const kept = await ask(client.account.name.$put({ json }))
      form.show(kept)
      await refreshSession()
      toastOk('Your name is changed.')
    },
  })
  return (
    <PanelForm
      onSubmit={form.save}
      note="Orders and reviews of before keep the old one."
      act={
        <Button type="submit" variant="ink" pending={form.isPending}>
          Change name
        </Button>
      }
    >
      <Field label="Name" autoComplete="name" {...form.field('name')} />
      <FormError>{form.refusal}</FormError>
    </PanelForm>
  )
}

const asChange = checkedBy(async () => (await import('../contract.ts')).ChangeEmail)

const NO_CHANGE = { newEmail: '', password: '' }

function EmailForm({ email, ways, token }: Omit<WhoPanelProps, 'name'>) {
  const { revalidate } = useRevalidator()
  const form = useAskForm({
    draft: 'own e-mail',
    secret: 'password',
    empty: NO_CHANGE,
    resolver: asChange,
    send: async ({ newEmail, password }) => {
      const json = { newEmail, ...(ways.passwordSince ? { password } : { token }) }
      await ask(client.account.email.$put({ json }))
      form.show(NO_CHANGE)
      await revalidate()
      toastOk('A link is on its way.')
    },
  })
  return (
    <PanelForm
      onSubmit={form.save}
      note={
        ways.newEmail ? (
          <>
            A link waits at <EmailText>{ways.newEmail}</EmailText>. The address counts once you open it.
          </>
        ) : (
          'It counts once you open its link.'
        )
      }
      act={
        <Button type="submit" variant="ink" pending={form.isPending}>
          Change e-mail
        </Button>
      }
    >
      <p className="s14">
        Your e-mail is <EmailText>{email}</EmailText>.
      </p>
      <Field label="New e-mail" type="email" autoComplete="email" {...form.field('newEmail')} />
      {ways.passwordSince ? <PasswordField label="Password of today" {...form.field('password')} /> : null}
      <FormError>{form.refusal}</FormError>
    </PanelForm>
  )
}
