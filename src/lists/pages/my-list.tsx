import { type FormEvent, useState } from 'react'
import { href } from 'react-router'
import { useSessionLost } from '../../accounts/session/use-session-lost.ts'
import { storedMeanwhile } from '../../carts/cart-in-browser.ts'
import { JudgedRows } from '../../carts/judged-rows.tsx'
import { tellAdded } from '../../carts/tell-added.ts'
import type { OnPut } from '../../carts/use-rows.ts'
import { ask, client } from '../../client.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Field } from '../../ui/field.tsx'
import { dayOf } from '../../ui/format-time.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { toastBad, toastOk } from '../../ui/toast.ts'
import { useGoWhileHere } from '../../ui/use-go-while-here.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import type { SavedList } from '../contract.ts'
import { SharePanel } from '../share-panel.tsx'
import { useTypedList } from '../use-typed-list.ts'
import '../../carts/quick-order.css'
import type { Route } from './+types/my-list.ts'

export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  try {
    return { list: await ask(client.lists[':id'].$get({ param: { id } })) }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status === 401) throw error
    return { problem: error.message }
  }
}

export default function MyList({ loaderData: { list, problem } }: Route.ComponentProps) {
  if (list) return <Whole loaded={list} />
  return (
    <>
      <h1>List</h1>
      <ErrorNote what={problem ?? ''} />
      <p className="mt-4">
        <LinkButton to={href('/dashboard/lists')}>My Lists</LinkButton>
      </p>
    </>
  )
}

function Whole({ loaded }: { loaded: SavedList }) {
  const { list, name, setName, state, lines, isChanged, save, showAll, showUnder } = useTypedList(loaded)
  const [error, setError] = useState<string>()
  const sessionLost = useSessionLost()
  const goTo = useGoWhileHere()
  const handleSave = (event: FormEvent) => {
    event.preventDefault()
    void state.press(async () => {
      setError(undefined)
      try {
        await save()
        toastOk('The list is saved.')
      } catch (refused) {
        if (await sessionLost(refused)) return
        if (!(refused instanceof ProblemError)) throw refused
        const now = storedMeanwhile<SavedList>(refused)
        if (now) showUnder(now)
        if (refused.field === 'name') setError(refused.message)
        else toastBad(refused.message)
      }
    })
  }
  const handlePut: OnPut = async (went, rest) => {
    tellAdded(went.length)
    if (rest.length === 0) await goTo(href('/cart'))
  }
  return (
    <>
      <Breadcrumb items={[{ label: 'My Lists', to: href('/dashboard/lists') }, { label: list.name }]} />
      <h1>{list.name}</h1>
      <p className="sub">Changed {dayOf(list.changedAt)}. Prices and stock are those of today.</p>
      <form className="row" onSubmit={handleSave}>
        <Field
          label="Name"
          value={name}
          maxLength={80}
          autoComplete="off"
          error={error}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" variant="ink" idle={!isChanged || lines.length === 0} pending={state.isPressed}>
          Save the changes
        </Button>
      </form>
      {state.rows.length > 0 ? (
        <JudgedRows title="Lines of today" state={state} onPut={handlePut} onShowAll={showAll} />
      ) : (
        <p className="soft mt-4">A list has at least one line. Remove the list instead, under My Lists.</p>
      )}
      <SharePanel id={list._id} sharedAt={list.sharedAt} />
    </>
  )
}
