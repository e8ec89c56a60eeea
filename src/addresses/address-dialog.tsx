import { useForm } from 'react-hook-form'
import { FormDialog } from '../accounts/session/form-dialog.tsx'
import { ask, client } from '../client.ts'
import { madeOnce } from '../made-once.ts'
import { changedIn } from '../ui/changed-in.ts'
import { checkedBy } from '../ui/form-check.ts'
import { AddressFields } from './address-fields.tsx'
import { changeSaved } from './change-saved.ts'
import type { Address, PutAddress } from './contract.ts'

type AddressDialogProps = {
  open: boolean
  /** The address that is changed; a new one without. */
  address?: Address | undefined
  draft: string | undefined
  onClose: () => void
  onSaved: () => Promise<void>
}

const resolver = checkedBy(async () => (await import('./contract.ts')).PutAddress)

const NEW = { name: '', company: '', street: '', postcode: '', city: '', country: '', phone: '', taxNumber: '' }

export function AddressDialog({ open, address, draft, onClose, onSaved }: AddressDialogProps) {
  const { _id: id, ...kept } = address ?? { _id: undefined, ...NEW, isDefault: false }
  const form = useForm<PutAddress>({ resolver, defaultValues: kept })
  const save = (json: PutAddress) =>
    address ? changeSaved(address, changedIn(json, kept)) : ask(client.addresses.$post({ json }, madeOnce))
  return (
    <FormDialog
      wide
      {...{ open, form, draft, save, onSaved, onClose }}
      title={id ? 'Change the address' : 'New address'}
      saved="The address is saved."
    >
      <AddressFields register={form.register} errors={form.formState.errors} />
    </FormDialog>
  )
}
