import { useForm } from 'react-hook-form'
import { useRefused } from '../accounts/session/use-refused.ts'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { toastOk } from '../ui/toast.ts'
import { AddressFields } from './address-fields.tsx'
import type { Address, PutAddress } from './contract.ts'

type AddressDialogProps = {
  open: boolean
  /** The address that is changed; a new one without. */
  address?: Address | undefined
  onClose: () => void
  onSaved: () => Promise<void>
}

const resolver = checkedBy(async () => (await import('./contract.ts')).PutAddress)

const NEW = { name: '', company: '', street: '', postcode: '', city: '', country: '', phone: '', taxNumber: '' }

export function AddressDialog({ open, address, onClose, onSaved }: AddressDialogProps) {
  const { _id: id, ...kept } = address ?? { _id: undefined, ...NEW, isDefault: false }
  const form = useForm<PutAddress>({ resolver, values: kept })
  const { errors, isSubmitting } = form.formState
  const refused = useRefused(form)
  const handleClose = () => {
    form.reset()
    onClose()
  }
  const save = form.handleSubmit(async (json) => {
    try {
      if (id) await ask(client.addresses[':id'].$put({ param: { id }, json }))
      else await ask(client.addresses.$post({ json }))
      await onSaved()
      toastOk('The address is saved.')
      handleClose()
    } catch (error) {
      await refused(error)
    }
  })
  return (
    <Dialog
      open={open}
      onClose={handleClose}
      title={id ? 'Change the address' : 'New address'}
      wide
      onSubmit={save}
      footer={
        <>
          <Button onClick={handleClose}>Cancel</Button>
          <Button type="submit" variant="key" pending={isSubmitting}>
            Save
          </Button>
        </>
      }
    >
      <AddressFields register={form.register} errors={errors} />
      <FormError>{errors.root?.message}</FormError>
    </Dialog>
  )
}
