import type { ReactNode } from 'react'
import { fullName } from '../products/full-name.ts'
import { type ForModel, purchasePath } from '../products/product-path.ts'
import { INVALID_QUANTITY, isValidQuantity, quantityHint } from '../products/quantity.ts'
import { Check } from '../ui/check-icon.tsx'
import { classes } from '../ui/classes.ts'
import { toastBad } from '../ui/toast.ts'
import { grouped } from '../wire/grouped.ts'
import type { SoldPart } from './sold-part.ts'
import { useAddToCart } from './use-add-to-cart.ts'

type AddFormProps = {
  part: SoldPart
  id?: string
  className?: string
  variant?: 'ink' | 'key'
  /** How many its button adds, where no field asks for them. */
  fixed?: number
  /** The model that the part is for, which the page of its order is told. */
  of?: ForModel
  onAdd?: () => void
  children?: ReactNode
}

/**
 * Adds the pieces of its field `quantity` to the cart; then its button is a tick and the number in the cart. Without a
 * script the form leads to where the part is ordered.
 */
export function AddForm({ part, id, className, variant = 'ink', fixed, of = {}, onAdd, children }: AddFormProps) {
  const { added, isBusy, add } = useAddToCart(part)
  const handleAdd = (quantity: number) => {
    if (isBusy) return undefined
    if (!isValidQuantity(part, quantity)) return toastBad(`${INVALID_QUANTITY} ${quantityHint(part)}`)
    onAdd?.()
    void add(quantity)
  }
  return (
    <form
      id={id}
      className={className}
      action={purchasePath(part._id)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        handleAdd(Number(new FormData(event.currentTarget).get('quantity')))
      }}
    >
      {Object.entries(of).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      {fixed === undefined ? children : <input type="hidden" name="quantity" value={fixed} />}
      <button
        className={classes('btn sm', added > 0 ? 'done' : variant)}
        type="submit"
        aria-busy={isBusy || undefined}
        aria-label={fixed ? `Add ${grouped(fixed)} of ${fullName(part)}` : `Add ${fullName(part)} to the cart`}
      >
        {added > 0 ? (
          <>
            <Check />
            {grouped(added)}
          </>
        ) : (
          ['Add', fixed && grouped(fixed)].filter(Boolean).join(' ')
        )}
      </button>
      <span className="vh" role="status">
        {added > 0 ? `${grouped(added)} in the cart` : ''}
      </span>
    </form>
  )
}

type QuantityProps = { part: SoldPart; form?: string; start?: number }

/** The field of a part's quantity in a form that adds it. */
export function AddQuantity({ part, form, start = part.minOrder }: QuantityProps) {
  const { name, number, minOrder, multiple } = part
  return (
    <input
      className="in qty"
      form={form}
      name="quantity"
      type="number"
      inputMode="numeric"
      min={minOrder}
      step={multiple}
      defaultValue={start}
      aria-label={`Quantity of ${number ?? name}, in steps of ${multiple}`}
    />
  )
}
