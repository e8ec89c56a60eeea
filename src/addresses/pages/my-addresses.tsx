import { useRevalidator } from 'react-router'
import { newOr, useOpened } from '../../accounts/session/form-dialog.tsx'
import { useRowChange } from '../../accounts/session/use-row-change.ts'
import { ask, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useAsked } from '../../ui/use-asked.ts'
import { AddressDialog } from '../address-dialog.tsx'
import { addressText, MOST_ADDRESSES } from '../address-text.ts'
import { changeSaved } from '../change-saved.ts'
import type { Address } from '../contract.ts'
import type { Route } from './+types/my-addresses.ts'

export const clientLoader = async () => ({ addresses: await ask(client.addresses.$get()) })

export default function MyAddresses({ loaderData: { addresses } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { opened, open, close, draft } = useOpened<Address | 'new'>('address', newOr(addresses))
  const { asked, setAsked, isBusy, handleRemove } = useRemoving()
  const add = (
    <Button variant="ink" onClick={() => open('new')}>
      Add an address
    </Button>
  )
  return (
    <>
      <h1>My Addresses</h1>
      <p className="sub">The checkout offers them, the default first. Up to {MOST_ADDRESSES} are kept.</p>
      {addresses.length === 0 ? (
        <Empty action={add}>You keep no address yet.</Empty>
      ) : (
        <>
          <ul className="panel">
            {addresses.map((address) => (
              <AddressRow
                key={address._id}
                address={address}
                onEdit={() => open(address)}
                onRemove={() => setAsked(address)}
              />
            ))}
          </ul>
          {addresses.length < MOST_ADDRESSES ? <p className="mt-4">{add}</p> : null}
        </>
      )}
      <AddressDialog
        key={draft}
        open={opened !== undefined}
        address={opened === 'new' ? undefined : opened}
        draft={draft}
        onClose={close}
        onSaved={revalidate}
      />
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && handleRemove(asked)}
        question="Remove this address?"
        confirmLabel="Remove"
        keepLabel="Keep it"
        danger
        pending={isBusy}
      >
        {asked?.name} goes for good. Orders that were placed with it keep it.
      </ConfirmDialog>
    </>
  )
}

/** Asks before an address is removed, and names the address that is the default instead. */
function useRemoving() {
  const [asked, setAsked, answered] = useAsked<Address>()
  const { busy, change } = useRowChange()
  const handleRemove = async (address: Address) => {
    const { _id: id, name, isDefault } = address
    const doneOf = ([next]: Address[]) =>
      isDefault && next ? `${name} is removed. ${next.name} is the default now.` : `${name} is removed.`
    const call = () => ask(client.addresses[':id'].$delete({ param: { id } }))
    await change({ id, call, done: doneOf })
    answered(address)
  }
  return { asked, setAsked, isBusy: busy.length > 0, handleRemove }
}

type AddressRowProps = { address: Address; onEdit: () => void; onRemove: () => void }

function AddressRow({ address, onEdit, onRemove }: AddressRowProps) {
  const { _id: id, name, country, phone, taxNumber, isDefault } = address
  const { busy, change } = useRowChange()
  const pending = busy.includes(id)
  const handleDefault = () =>
    change({ id, call: () => changeSaved(address, { isDefault: true }), done: `${name} is the default.` })
  return (
    <li className="pad border-t border-line">
      <p className="med">
        {name} {isDefault ? <Tag>Default</Tag> : null}
      </p>
      <p className="s14 soft">{[addressText(address), country, phone, taxNumber].filter(Boolean).join(', ')}</p>
      <p className="row mt-4">
        <Button size="sm" aria-label={`Change ${name}`} onClick={onEdit}>
          Change
        </Button>
        {isDefault ? null : (
          <Button size="sm" pending={pending} aria-label={`Make ${name} the default`} onClick={handleDefault}>
            Make it the default
          </Button>
        )}
        <Button size="sm" variant="bad" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </p>
    </li>
  )
}
