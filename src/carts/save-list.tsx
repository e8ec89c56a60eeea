import { type FormEvent, useEffect, useState } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { useSession } from '../accounts/session/session.ts'
import { useSessionLost } from '../accounts/session/use-session-lost.ts'
import { loginLink, loginPath } from '../accounts/session/way-back.ts'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { takeDraft } from '../ui/draft.ts'
import { Field } from '../ui/field.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { toastOk } from '../ui/toast.ts'
import { useKeptOnLeaving } from '../ui/use-kept-on-leaving.ts'
import { ProblemError } from '../wire/problem-error.ts'

type Line = { productId: string; quantity: number; reference: string }
type SaveListProps = { lines: Line[]; size?: 'sm' | 'lg' }

/** Saves lines as a list with a name; a signed-out user is sent to the login page, which leads back. */
export function SaveList({ lines, size = 'sm' }: SaveListProps) {
  const { status } = useSession()
  const location = useLocation()
  const draft = `save ${location.pathname}`
  const [name, setName] = useState<string>()
  useEffect(() => {
    const kept = status === 'in' ? takeDraft<string>(draft) : undefined
    if (kept !== undefined) setName(kept)
  }, [status, draft])
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
      <Button size={size} disabled={lines.length === 0} onClick={() => setName('')}>
        {size === 'lg' ? (
          <>
            Save<span className="vh"> as a list</span>
          </>
        ) : (
          'Save as a list'
        )}
      </Button>
      <SaveDialog draft={draft} name={name} onName={setName} lines={lines} />
    </>
  )
}

type SaveDialogProps = {
  draft: string
  /** Undefined while the dialog is closed. */
  name: string | undefined
  onName: (name: string | undefined) => void
  lines: Line[]
}

function SaveDialog({ draft, name, onName, lines }: SaveDialogProps) {
  const { letGo } = useKeptOnLeaving(draft, name !== undefined, () => name || undefined)
  const handleClose = () => {
    letGo()
    onName(undefined)
  }
  const { error, isBusy, save } = useSaving(lines, handleClose)
  const handleSave = (event: FormEvent) => {
    event.preventDefault()
    void save(name?.trim() ?? '')
  }
  return (
    <Dialog
      open={name !== undefined}
      onClose={handleClose}
      title="Save as a list"
      description={lines.length === 1 ? '1 line, to buy by again.' : `${lines.length} lines, to buy by again.`}
      onSubmit={handleSave}
      footer={
        <>
          <Button onClick={handleClose}>Cancel</Button>
          <Button type="submit" variant="key" pending={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        value={name ?? ''}
        onChange={({ target }) => onName(target.value)}
        hint="Van stock, spring."
        autoComplete="off"
        maxLength={80}
        error={error}
      />
    </Dialog>
  )
}

function useSaving(lines: Line[], onSaved: () => void) {
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const location = useLocation()
  const navigate = useNavigate()
  const sessionLost = useSessionLost()
  const save = async (name: string) => {
    setError(undefined)
    setBusy(true)
    try {
      const sent = lines.map(({ productId, quantity, reference }) => ({ productId, quantity, reference }))
      const { _id: id } = await ask(client.lists.$post({ json: { name, lines: sent } }))
      onSaved()
      toastOk('The list is saved.', { link: { href: href('/dashboard/lists/:id', { id }), label: 'See it' } })
    } catch (refused) {
      if (await sessionLost(refused)) return navigate(loginPath(location), { replace: true })
      setError(refused instanceof ProblemError ? refused.message : 'The list was not saved. Try again.')
    }
    setBusy(false)
  }
  return { error, isBusy, save }
}
