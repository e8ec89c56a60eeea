import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useRefused } from '../accounts/session/use-refused.ts'
import { ask, client } from '../client.ts'
import type { CompleteDelivery, Order } from '../orders/contract.ts'
import { DeliveryFields } from '../orders/delivery-fields.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { Submit } from '../ui/submit.tsx'
import { useDraft } from '../ui/use-draft.ts'

type Where = z.input<typeof CompleteDelivery>

const resolver = checkedBy(async () => (await import('../orders/contract.ts')).CompleteDelivery)

/** `isListed`: shipping and tax need one of the countries there are. */
type DeliveryFormProps = { order: Order; isListed: boolean; onDone: () => Promise<void> }

/** Asks where the order goes, before the card. */
export default function DeliveryForm({ order, isListed, onDone }: DeliveryFormProps) {
  const { country, address, phone } = order
  const form = useForm<Where>({
    resolver,
    defaultValues: { country, address, phone },
  })
  const refused = useRefused(form)
  const { errors, isSubmitting } = form.formState
  useDraft(`delivery ${order._id}`, form)
  const handleSave = form.handleSubmit(async (where) => {
    try {
      await ask(client.orders[':id'].delivery.$patch({ param: { id: order._id }, json: where }))
      form.reset(where)
      await onDone()
    } catch (error) {
      await refused(error)
    }
  })

  return (
    <form className="panel top" noValidate onSubmit={handleSave}>
      <div className="pad form">
        <h2 className="text-20">Where shall it go?</h2>
        <DeliveryFields register={form.register} errors={errors} isListed={isListed} />
        {isListed ? <p className="hint">Shipping and tax are added for the country; you see the sum next.</p> : null}
        <FormError>{errors.root?.message}</FormError>
        <Submit pending={isSubmitting}>Continue to payment</Submit>
        <p className="hint">The card is asked for next.</p>
      </div>
    </form>
  )
}
