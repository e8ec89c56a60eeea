import { useState } from 'react'
import { href, Link } from 'react-router'
import { useSessionLost } from '../../accounts/session/use-session-lost.ts'
import { ask, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { dayOf } from '../../ui/format-time.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Tag } from '../../ui/tag.tsx'
import { toastBad, toastOk } from '../../ui/toast.ts'
import { useAsked } from '../../ui/use-asked.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import type { ListSummary } from '../contract.ts'
import '../../carts/quick-order.css'
import type { Route } from './+types/my-lists.ts'

export const clientLoader = async () => ({ lists: await ask(client.lists.$get()) })

export default function MyLists({ loaderData }: Route.ComponentProps) {
  const [lists, setLists] = useState<ListSummary[]>(loaderData.lists)
  const [asked, setAsked, answered] = useAsked<ListSummary>()
  const [isBusy, setBusy] = useState(false)
  const sessionLost = useSessionLost()
  const handleRemove = async () => {
    if (!asked) return
    setBusy(true)
    try {
      setLists(await ask(client.lists[':id'].$delete({ param: { id: asked._id } })))
      toastOk(`${asked.name} is removed.`)
    } catch (error) {
      if (!(await sessionLost(error)))
        toastBad(error instanceof ProblemError ? error.message : 'That did not work. Try again.')
    }
    answered(asked)
    setBusy(false)
  }
  const toQuickOrder = <LinkButton to={href('/quick-order')}>Paste a list</LinkButton>
  return (
    <>
      <h1>My Lists</h1>
      <p className="sub">What you buy again and again, at the prices and stock of the day. Up to 50 are kept.</p>
      {lists.length === 0 ? (
        <Empty action={toQuickOrder}>You keep no list yet. A cart and a quick order can be saved as one.</Empty>
      ) : (
        <>
          <ul className="kept panel">
            {lists.map((list) => (
              <ListRow key={list._id} list={list} onRemove={() => setAsked(list)} />
            ))}
          </ul>
          <p className="mt-4">{toQuickOrder}</p>
        </>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => void handleRemove()}
        question="Remove this list?"
        confirmLabel="Remove"
        keepLabel="Keep it"
        danger
        pending={isBusy}
      >
        {asked?.name} goes for good{asked?.sharedAt ? ', and its link with it' : ''}.
      </ConfirmDialog>
    </>
  )
}

function ListRow({ list, onRemove }: { list: ListSummary; onRemove: () => void }) {
  const { _id: id, name, count, changedAt, sharedAt } = list
  return (
    <li>
      <span>
        <b>
          <Link to={href('/dashboard/lists/:id', { id })}>{name}</Link> {sharedAt ? <Tag>Shared</Tag> : null}
        </b>
        <small>
          {count === 1 ? '1 line' : `${count} lines`}, changed {dayOf(changedAt)}
        </small>
      </span>
      <LinkButton size="sm" variant="ink" to={href('/dashboard/lists/:id', { id })} aria-label={`Open ${name}`}>
        Open
      </LinkButton>
      <Button size="sm" variant="bad" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}
