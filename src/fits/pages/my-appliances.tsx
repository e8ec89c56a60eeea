import { type SubmitEvent, useState } from 'react'
import { href, Link } from 'react-router'
import { readySession } from '../../accounts/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { toastBad, toastOk } from '../../ui/toast.ts'
import { chooseAppliance, useAppliances } from '../appliances-here.ts'
import type { Appliance } from '../contract.ts'
import { joinAppliances, keepHere, loseHere } from '../keep-here.ts'
import { kindName } from '../kinds.ts'
import { modelPath } from '../model-path.ts'

/** The account's appliances replace those of this browser. */
export async function clientLoader() {
  const { user } = await readySession()
  if (user) await joinAppliances(user.id)
  return null
}

export default function MyAppliances() {
  const { list, chosen } = useAppliances()
  return (
    <>
      <h1>My Appliances</h1>
      <p className="sub">Each part says whether it fits the one that you use. Up to eight are kept.</p>
      {list.length === 0 ? (
        <Empty action={<LinkButton to={href('/models')}>Find your model</LinkButton>}>You keep no appliance yet.</Empty>
      ) : (
        <ul className="panel">
          {list.map((appliance) => (
            <ApplianceRow key={appliance.model.slug} appliance={appliance} isChosen={appliance.model.slug === chosen} />
          ))}
        </ul>
      )}
      {list.length > 0 ? (
        <p className="mt-4">
          <LinkButton to={href('/models')}>Add another</LinkButton>
        </p>
      ) : null}
    </>
  )
}

function ApplianceRow({ appliance, isChosen }: { appliance: Appliance; isChosen: boolean }) {
  const { model, serial, name } = appliance
  const called = `${model.maker} ${model.number}`
  const [pending, setPending] = useState(false)
  const handle = async (act: () => Promise<void>, done: string) => {
    setPending(true)
    try {
      await act()
      toastOk(done)
    } catch (error) {
      toastBad(error instanceof Error ? error.message : String(error))
    }
    setPending(false)
  }
  const handleSave = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const told = { serial: String(fields.get('serial')), name: String(fields.get('name')) }
    void handle(() => keepHere({ model, ...told }), 'Saved.')
  }
  return (
    <li className="pad border-t border-line">
      <p className="med">
        <Link to={modelPath(model.slug)}>{called}</Link> <span className="soft s14">{kindName(model.kind)}</span>
      </p>
      <form className="row mt-4" onSubmit={handleSave}>
        <div className="field">
          <label htmlFor={`name-${model.slug}`}>Name</label>
          <input
            className="in"
            id={`name-${model.slug}`}
            name="name"
            defaultValue={name}
            maxLength={40}
            autoComplete="off"
          />
        </div>
        <div className="field">
          <label htmlFor={`serial-${model.slug}`}>Serial number</label>
          <input
            className="in"
            id={`serial-${model.slug}`}
            name="serial"
            defaultValue={serial}
            inputMode="numeric"
            maxLength={12}
            autoComplete="off"
          />
        </div>
        <Button type="submit" pending={pending} aria-label={`Save ${called}`}>
          Save
        </Button>
        <Button
          variant={isChosen ? 'plain' : 'ink'}
          aria-pressed={isChosen}
          aria-label={`Use ${called}`}
          onClick={() => chooseAppliance(isChosen ? null : model.slug)}
        >
          {isChosen ? 'In use' : 'Use'}
        </Button>
        <Button
          variant="bad"
          aria-label={`Remove ${called}`}
          onClick={() => handle(() => loseHere(appliance), `${called} is removed.`)}
        >
          Remove
        </Button>
      </form>
    </li>
  )
}
