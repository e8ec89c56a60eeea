import { useRevalidator } from 'react-router'
import { newOr, useOpened } from '../../accounts/session/form-dialog.tsx'
import { useRowChange } from '../../accounts/session/use-row-change.ts'
import { ask, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Tag } from '../../ui/tag.tsx'
import { AddressDialog } from '../address-dialog.tsx'
import { addressText, MOST_ADDRESSES } from '../address-text.ts'
import { changeSaved } from '../change-saved.ts'
import type { Address } from '../contract.ts'
import type { Route } from './+types/my-addresses.ts'

export const clientLoader = async () => ({ addresses: await ask(client.addresses.$get()) })

export default function MyAddresses({ loaderData: { addresses } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { opened, open, close, draft } = useOpened<Address | 'new'>('address', newOr(addresses))
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
              <AddressRow key={address._id} address={address} onEdit={() => open(address)} />
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
    </>
  )
}

type AddressRowProps = { address: Address; onEdit: () => void }

function AddressRow({ address, onEdit }: AddressRowProps) {
  const { _id: id, name, country, phone, taxNumber, isDefault } = address
  const { busy, change } = useRowChange()
  const pending = busy.includes(id)
  const handleDefault = () =>
    change({ id, call: () => changeSaved(address, { isDefault: true }), done: `${name} is the default.` })
  const handleRemove = () =>
    change({
      id,
      call: () => ask(client.addresses[':id'].$delete({ param: { id } })),
      done: `${name} is removed.`,
    })
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
        <Button size="sm" variant="bad" pending={pending} aria-label={`Remove ${name}`} onClick={handleRemove}>
          Remove
        </Button>
      </p>
    </li>
  )
}
