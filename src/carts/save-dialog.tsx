import { type FormEvent, useEffect, useRef, useState } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { useSessionLost } from '../accounts/session/use-session-lost.ts'
import { loginPath } from '../accounts/session/way-back.ts'
import { ask, client } from '../client.ts'
import { madeOnce } from '../made-once.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { tellUnsaved } from '../ui/newer-values.ts'
import { toastBad, toastOk } from '../ui/toast.ts'
import { useIsHere } from '../ui/use-is-here.ts'
import { useKeptOnLeaving } from '../ui/use-kept-on-leaving.ts'
import { grouped } from '../wire/grouped.ts'
import { ProblemError } from '../wire/problem-error.ts'

type Line = { productId: string; quantity: number; reference: string }
export type SaveDialogProps = {
  open: boolean
  onClose: () => void
  draft: string
  name: string
  onName: (name: string) => void
  lines: Line[]
  /** How many lines of the page have no part yet, or no quantity. */
  leftOut?: number
}

/** Asks for the name of a list; what is typed when the page goes away is kept as a draft of this name. */
export default function SaveDialog({ open, onClose, draft, name, onName, lines, leftOut = 0 }: SaveDialogProps) {
  const { letGo } = useKeptOnLeaving(draft, open, () => name || undefined)
  const handleDone = () => {
    letGo()
    onClose()
  }
  const typed = useRef(name)
  useEffect(() => {
    typed.current = name
  })
  const handleSaved = (saved: string) => {
    tellUnsaved({ name: typed.current.trim() }, { name: saved })
    handleDone()
  }
  const { error, isBusy, save } = useSaving({ lines, isOpen: open, onSaved: handleSaved })
  // What is on its way stays until it is known to be saved.
  const handleClose = isBusy ? onClose : handleDone
  const handleSave = (event: FormEvent) => {
    event.preventDefault()
    void save(name.trim())
  }
  return (
    <Dialog
      open={open}
      onClose={handleClose}
      title="Save as a list"
      description={`${linesWords(lines.length)}, to buy by again.${leftOut > 0 ? leftOutWords(leftOut) : ''}`}
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
        value={name}
        onChange={({ target }) => onName(target.value)}
        hint="Van stock, spring."
        autoComplete="off"
        maxLength={80}
        error={error}
      />
    </Dialog>
  )
}

const linesWords = (count: number) => (count === 1 ? '1 line' : `${grouped(count)} lines`)

const leftOutWords = (count: number) =>
  ` ${linesWords(count)} without a part or a quantity ${count === 1 ? 'is' : 'are'} left out.`

type Saving = { lines: Line[]; isOpen: boolean; onSaved: (name: string) => void }

function useSaving({ lines, isOpen, onSaved }: Saving) {
  const isHere = useIsHere(isOpen)
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
      const { _id: id } = await ask(client.lists.$post({ json: { name, lines: sent } }, madeOnce))
      onSaved(name)
      toastOk('The list is saved.', { link: { href: href('/dashboard/lists/:id', { id }), label: 'See it' } })
    } catch (refused) {
      if (await sessionLost(refused)) return navigate(loginPath(location), { replace: true })
      const message = refused instanceof ProblemError ? refused.message : 'The list was not saved. Try again.'
      if (isHere.current) setError(message)
      else toastBad(message)
    }
    setBusy(false)
  }
  return { error, isBusy, save }
}
