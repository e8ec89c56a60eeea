import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { describe, FieldNotes } from '../ui/field-frame.tsx'
import { chooseAppliance } from './appliances-here.ts'
import type { ModelSummary } from './contract.ts'
import { addHere } from './keep-here.ts'
import { kindName } from './kinds.ts'
import { lookedUp } from './looked-up.ts'

const ID = 'fit-model'
const MOST = 5
const NONE = 'No model in our list has this number.'

type FitFieldProps = { open: boolean; onClose: () => void; isStanding?: boolean }

const find = (q: string) => ask(client.models.$get({ query: { q, limit: String(MOST) } }))

/**
 * Asks for the model in place, also inside a form, and saves it as the appliance. A model that a part was looked up for
 * stands there already. `isStanding`: it was not opened by a press, so it does not take the focus.
 */
export default function FitField({ open, onClose, isStanding = false }: FitFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<ModelSummary[]>([])
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const last = lookedUp.use()
  useEffect(() => {
    // A failed search says nothing here: the field is there to try it.
    if (open && last.model) find(last.model).then(setFound, () => undefined)
  }, [open, last.model])
  const handle = async (act: () => Promise<string>) => {
    setBusy(true)
    setFault(await act().catch((error: Error) => error.message))
    setBusy(false)
  }
  const serialOf = ({ number }: ModelSummary) => (number === last.model ? last.serial : '')
  const choose = (model: ModelSummary) =>
    handle(async () => {
      await addHere({ model, serial: serialOf(model) })
      chooseAppliance(model.slug)
      return ''
    })
  const handleFind = () => {
    const q = field.current?.value.trim()
    if (!q) return setFault('Enter the number on the plate')
    void handle(async () => {
      const models = await find(q)
      setFound(models)
      return models.length ? '' : NONE
    })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter') return
    event.preventDefault()
    handleFind()
  }
  if (!open) return null
  return (
    <div className="grid gap-2">
      <label className="flabel" htmlFor={ID}>
        Model number on the plate
      </label>
      <div className="flex gap-2">
        <input
          className="in grow min-w-0"
          ref={field}
          defaultValue={last.model}
          // biome-ignore lint/a11y/noAutofocus: the field stands where its button was pressed
          autoFocus={!isStanding}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
          onKeyDown={handleKey}
          {...describe(ID, { error: fault })}
        />
        <Button variant="ink" pending={isBusy} onClick={handleFind}>
          Find
        </Button>
      </div>
      <FieldNotes id={ID} error={fault} />
      {found.length ? (
        <ul className="grid gap-2 justify-items-start" aria-label="Models found">
          {found.map((model) => (
            <li key={model.slug}>
              <Button size="sm" onClick={() => choose(model)}>
                {model.maker} {model.number}
                <span className="soft">{serialOf(model) || kindName(model.kind)}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <Link className="s12" to={href('/models')}>
        Where the plate is, and all models
      </Link>
    </div>
  )
}
