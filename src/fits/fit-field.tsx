import { type FormEvent, useState } from 'react'
import { href, Link } from 'react-router'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { describe, FieldNotes } from '../ui/field-frame.tsx'
import type { ModelSummary } from './contract.ts'
import { keepHere } from './keep-appliances.ts'
import { kindName } from './kinds.ts'
import { chooseAppliance } from './my-appliance.ts'

const ID = 'fit-model'
const MOST = 5
const NONE = 'No model in our list has this number.'

/** Asks for the model where one stands; the one that is chosen is kept as the appliance. */
export default function FitField({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [found, setFound] = useState<ModelSummary[]>([])
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const handle = async (act: () => Promise<string>) => {
    setBusy(true)
    setFault(await act().catch((error: Error) => error.message))
    setBusy(false)
  }
  const choose = (model: ModelSummary) =>
    handle(async () => {
      await keepHere({ model, serial: '', name: '' })
      chooseAppliance(model.slug)
      return ''
    })
  const handleFind = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    if (!q) return setFault('Enter the number on the plate')
    void handle(async () => {
      const models = await ask(client.models.$get({ query: { q, limit: String(MOST) } }))
      setFound(models)
      return models.length ? '' : NONE
    })
  }
  if (!open) return null
  return (
    <form className="grid gap-2" noValidate onSubmit={handleFind}>
      <label className="flabel" htmlFor={ID}>
        Model number on the plate
      </label>
      <div className="flex gap-2">
        <input
          className="in grow min-w-0"
          name="q"
          // biome-ignore lint/a11y/noAutofocus: the field stands where its button was pressed
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          {...describe(ID, { error: fault })}
        />
        <Button variant="ink" type="submit" pending={isBusy}>
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
                <span className="soft">{kindName(model.kind)}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <Link className="s12" to={href('/models')}>
        Where the plate is, and all models
      </Link>
    </form>
  )
}
