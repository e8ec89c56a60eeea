import { href, Link } from 'react-router'
import { useRowChange } from '../../accounts/session/use-row-change.ts'
import { ask, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { dayOf } from '../../ui/format-time.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useAsked } from '../../ui/use-asked.ts'
import type { ListSummary } from '../contract.ts'
import '../../carts/quick-order.css'
import type { Route } from './+types/my-lists.ts'

export const clientLoader = async () => ({ lists: await ask(client.lists.$get()) })

export default function MyLists({ loaderData: { lists } }: Route.ComponentProps) {
  const [asked, setAsked, answered] = useAsked<ListSummary>()
  const { busy, change } = useRowChange()
  const handleRemove = async (list: ListSummary) => {
    const { _id: id, name } = list
    const call = () => ask(client.lists[':id'].$delete({ param: { id } }))
    await change({ id, call, done: `${name} is removed.` })
    answered(list)
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
        onConfirm={() => asked && handleRemove(asked)}
        question="Remove this list?"
        confirmLabel="Remove"
        keepLabel="Keep it"
        danger
        pending={busy.length > 0}
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
