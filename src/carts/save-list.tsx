import { type SubmitEvent, useState } from 'react'
import { href, useLocation } from 'react-router'
import { useSession } from '../accounts/session/session.ts'
import { loginLink } from '../accounts/session/way-back.ts'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { toastOk } from '../ui/toast.ts'
import { ProblemError } from '../wire/problem-error.ts'

type Line = { productId: string; quantity: number; reference: string }
type SaveListProps = { lines: Line[]; size?: 'sm' | 'lg' }

/** Saves lines as a list with a name; a signed-out user is sent to the login page, which leads back. */
export function SaveList({ lines, size = 'sm' }: SaveListProps) {
  const { status } = useSession()
  const location = useLocation()
  const [isOpen, setOpen] = useState(false)
  if (status !== 'in') {
    return (
      <LinkButton size={size} to={loginLink(location)}>
        {size === 'lg' ? (
          <>
            Save<span className="vh"> as a list: the login comes first</span>
          </>
        ) : (
          'Login to save it as a list'
        )}
      </LinkButton>
    )
  }
  return (
    <>
      <Button size={size} disabled={lines.length === 0} onClick={() => setOpen(true)}>
        {size === 'lg' ? (
          <>
            Save<span className="vh"> as a list</span>
          </>
        ) : (
          'Save as a list'
        )}
      </Button>
      <SaveDialog open={isOpen} onClose={() => setOpen(false)} lines={lines} />
    </>
  )
}

function SaveDialog({ open, onClose, lines }: { open: boolean; onClose: () => void; lines: Line[] }) {
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const handleSave = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    setError(undefined)
    setBusy(true)
    try {
      const json = {
        name,
        lines: lines.map(({ productId, quantity, reference }) => ({ productId, quantity, reference })),
      }
      const { _id: id } = await ask(client.lists.$post({ json }))
      onClose()
      toastOk('The list is saved.', { link: { href: href('/dashboard/lists/:id', { id }), label: 'See it' } })
    } catch (refused) {
      setError(refused instanceof ProblemError ? refused.message : 'The list was not saved. Try again.')
    }
    setBusy(false)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Save as a list"
      description={lines.length === 1 ? '1 line, to buy by again.' : `${lines.length} lines, to buy by again.`}
      onSubmit={(event) => void handleSave(event as SubmitEvent<HTMLFormElement>)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="key" pending={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <Field label="Name" name="name" hint="Van stock, spring." autoComplete="off" maxLength={80} error={error} />
    </Dialog>
  )
}
