import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { href, Link } from 'react-router'
import { readySession, useSession } from '../../accounts/session/session.ts'
import { useSessionLost } from '../../accounts/session/use-session-lost.ts'
import { Button } from '../../ui/button.tsx'
import { changedIn } from '../../ui/changed-in.ts'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { olderThanSaved } from '../../ui/newer-values.ts'
import { showUnder } from '../../ui/show-under.ts'
import { toastBad, toastOk } from '../../ui/toast.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { chooseAppliance, keptHere, useAppliances } from '../appliances-here.ts'
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

/** What is told of an appliance, which is kept as a draft, and what is done with it. */
function useTold(appliance: Appliance) {
  const { model, serial, name } = appliance
  const { user } = useSession()
  const sessionLost = useSessionLost()
  const [pending, setPending] = useState(false)
  const form = useForm({ defaultValues: { serial, name } })
  const { defaultValues } = form.formState
  const shown = useRef({ serial, name })
  useEffect(() => {
    const saved = { serial, name }
    // What another tab saves stands where nothing is typed.
    showUnder(form, saved, changedIn(form.getValues(), shown.current))
    shown.current = saved
  }, [form, serial, name])
  useDraft(user && `appliance ${model.slug}`, form, { newer: olderThanSaved })
  const handle = async (act: () => Promise<void>, done: string) => {
    setPending(true)
    try {
      await act()
      toastOk(done)
    } catch (error) {
      if (!(await sessionLost(error))) toastBad(error instanceof Error ? error.message : String(error))
    }
    setPending(false)
  }
  const save = form.handleSubmit((told) =>
    handle(async () => {
      await keepHere({ model, ...changedIn(told, defaultValues) })
      const { serial, name } = keptHere().list.find((one) => one.model.slug === model.slug) ?? told
      showUnder(form, { serial, name }, changedIn(form.getValues(), told))
    }, 'Saved.'),
  )
  const remove = () =>
    handle(
      async () => {
        const told = form.getValues()
        // What is told of an appliance that goes is no draft.
        form.reset()
        await loseHere(appliance).catch((error) => {
          form.reset(told, { keepDefaultValues: true })
          throw error
        })
      },
      `${calledOf(appliance)} is removed.`,
    )
  return { register: form.register, pending, save, remove }
}

const calledOf = ({ model }: Appliance) => `${model.maker} ${model.number}`

function ApplianceRow({ appliance, isChosen }: { appliance: Appliance; isChosen: boolean }) {
  const { model } = appliance
  const called = calledOf(appliance)
  const { register, pending, save, remove } = useTold(appliance)
  return (
    <li className="pad border-t border-line">
      <p className="med">
        <Link to={modelPath(model.slug)}>{called}</Link> <span className="soft s14">{kindName(model.kind)}</span>
      </p>
      <form className="row mt-4" onSubmit={save}>
        <div className="field">
          <label htmlFor={`name-${model.slug}`}>Name</label>
          <input className="in" id={`name-${model.slug}`} {...register('name')} maxLength={40} autoComplete="off" />
        </div>
        <div className="field">
          <label htmlFor={`serial-${model.slug}`}>Serial number</label>
          <input
            className="in"
            id={`serial-${model.slug}`}
            {...register('serial')}
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
        <Button variant="bad" aria-label={`Remove ${called}`} onClick={remove}>
          Remove
        </Button>
      </form>
    </li>
  )
}
