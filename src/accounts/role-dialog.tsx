import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { UserSummary } from './contract.ts'
import { EmailText } from './email-text.tsx'
import { isAdmin } from './permissions.ts'

type RoleDialogProps = { user: UserSummary | undefined; onClose: () => void; onConfirm: (user: UserSummary) => void }

/** Confirms a change of role; for a person who cannot be an admin yet it says why. */
export function RoleDialog({ user: asked, onClose, onConfirm }: RoleDialogProps) {
  const [user, setUser] = useState(asked)
  // Keeps the text while the dialog closes.
  if (asked && asked !== user) setUser(asked)
  if (!user) return null
  const { name } = user
  const takes = isAdmin(user)
  const mayBe = takes || user.emailVerified
  return (
    <>
      <ConfirmDialog
        open={asked !== undefined && mayBe}
        onClose={onClose}
        question={takes ? `Take the admin role from ${name}?` : `Make ${name} an admin?`}
        confirmLabel={takes ? 'Take the role' : 'Make Admin'}
        danger={takes}
        onConfirm={() => onConfirm(user)}
      >
        {takes ? <Taking user={user} /> : <Giving user={user} />}
      </ConfirmDialog>
      <Dialog
        open={asked !== undefined && !mayBe}
        onClose={onClose}
        title={`${name} cannot be an admin yet`}
        footer={
          <Button variant="ink" onClick={onClose}>
            Close
          </Button>
        }
      >
        <Waiting user={user} />
      </Dialog>
    </>
  )
}

const Address = ({ user: { email } }: { user: UserSummary }) => (
  <p className="med mb-2">
    <EmailText>{email}</EmailText>
  </p>
)

const Giving = ({ user }: { user: UserSummary }) => (
  <>
    <Address user={user} />
    <p className="soft s14 mb-2">
      An admin sees all orders and their addresses, delivers and cancels them, changes products and stock, hides
      reviews, reads the audit log, and gives and takes this role.
    </p>
    <p className="soft s14">Every session of theirs ends now: the role counts once they have signed in again.</p>
  </>
)

const Taking = ({ user }: { user: UserSummary }) => (
  <>
    <Address user={user} />
    <p className="soft s14">
      Every session of theirs ends now: what they press next in an open window is refused and leads to the login. They
      stay a customer with their orders.
    </p>
  </>
)

const Waiting = ({ user }: { user: UserSummary }) => (
  <>
    <Address user={user} />
    <p className="soft s14">
      Only who has verified their address can be made an admin. Anybody may have registered this one: its owner has not
      pressed the button behind the link in the mail.
    </p>
  </>
)
