import { href } from 'react-router'
import { ask, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { checkedBy } from '../../ui/form-check.ts'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toastBad } from '../../ui/toast.ts'
import { inDoubt } from '../../wire/problem-error.ts'
import { leave } from '../session/left-here.ts'
import type { SessionUser } from '../session/session.ts'
import { useAskForm } from '../use-ask-form.ts'

type EraseDialogProps = { open: boolean; onClose: () => void; user: SessionUser; token: string | undefined }

const asDeletion = checkedBy(async () => (await import('../contract.ts')).DeleteAccount)

/** Asks for the address and the password; the link of a mail replaces the password. */
export function EraseDialog({ open, onClose, user, token }: EraseDialogProps) {
  const form = useAskForm({
    empty: { email: '', password: '' },
    resolver: asDeletion,
    open,
    send: async ({ email, password }) => {
      await ask(client.account.delete.$post({ json: { email, ...(token ? { token } : { password }) } }))
      leave('Your account is deleted.', href('/'))
    },
  })
  const handleClose = () => {
    if (form.isPending) toastBad('Your account is being erased already.')
    form.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={handleClose}
      title={`Erase ${user.name}?`}
      description="Your account is gone at once and for good: profile, password and sessions. Orders stay without your name."
      onSubmit={form.save}
      footer={
        <>
          <Button onClick={handleClose}>Keep my account</Button>
          <Button type="submit" variant="bad" pending={form.isPending}>
            Erase for good
          </Button>
        </>
      }
    >
      <Field
        label="To confirm, type your e-mail"
        type="email"
        autoComplete="off"
        placeholder={user.email}
        {...form.field('email')}
      />
      {token ? null : <PasswordField label="Password" {...form.field('password')} />}
      <FormError>{inDoubt(form.refusal, 'Your account may be erased already.')}</FormError>
    </Dialog>
  )
}
