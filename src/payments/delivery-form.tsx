import { FormProvider, useForm } from 'react-hook-form'
import { useRefused } from '../accounts/session/use-refused.ts'
import { inOneLine } from '../addresses/address-text.ts'
import type { Address, WhereForm } from '../addresses/contract.ts'
import { keepTyped, whereBegun, wholeWhere } from '../addresses/where-form.ts'
import { WhereTo } from '../addresses/where-to.tsx'
import { ask, client } from '../client.ts'
import type { Checkout } from '../orders/checkout-contract.ts'
import type { Order } from '../orders/contract.ts'
import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { tellUnsaved } from '../ui/newer-values.ts'
import { Submit } from '../ui/submit.tsx'
import { useDraft } from '../ui/use-draft.ts'

const resolver = checkedBy(async () => (await import('../addresses/contract.ts')).WhereForm)

type DeliveryFormProps = { checkout: Checkout; order: Order; addresses: Address[]; onDone: () => Promise<void> }

/** Asks where the order goes, before the card. */
export default function DeliveryForm({ checkout, order, addresses, onDone }: DeliveryFormProps) {
  // Shipping and tax need one of the countries there are.
  const { awaitsCountry: isListed, company, taxNumber } = checkout
  const { country, address, phone } = order
  const known = { country, address: inOneLine(address), phone, company, taxNumber }
  // An address that the order has already stands before a kept one.
  const form = useForm<WhereForm>({
    resolver,
    defaultValues: whereBegun(address ? [] : addresses, known),
  })
  const refused = useRefused(form)
  const { errors, isSubmitting } = form.formState
  useDraft(`delivery ${order._id}`, form, wholeWhere(form.getValues, addresses))
  const handleSave = form.handleSubmit(async (sent) => {
    const typed = structuredClone(form.getValues())
    try {
      await keepTyped(sent)
      form.setValue('isKept', false)
      const { kept: _, isKept: __, name: ___, ...json } = sent
      await ask(client.orders[':id'].delivery.$patch({ param: { id: order._id }, json }))
      tellUnsaved(form.getValues(), { ...typed, isKept: false })
      form.reset(sent)
      await onDone()
    } catch (error) {
      await refused(error)
    }
  })

  return (
    <form className="panel top" noValidate onSubmit={handleSave}>
      <div className="pad form">
        <h2 className="text-20">Where shall it go?</h2>
        <FormProvider {...form}>
          <WhereTo typed={known} {...{ addresses, isListed }} />
        </FormProvider>
        {isListed ? <p className="hint">Shipping and tax are added for the country; you see the sum next.</p> : null}
        <FormError>{errors.root?.message}</FormError>
        <Submit pending={isSubmitting}>Continue to payment</Submit>
        <p className="hint">The card is asked for next.</p>
      </div>
    </form>
  )
}
