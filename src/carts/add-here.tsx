import { useState } from 'react'
import type { Product } from '../products/contract.ts'
import { fullName } from '../products/full-name.ts'
import { purchasePath } from '../products/product-path.ts'
import { INVALID_QUANTITY, isValidQuantity, quantityHint } from '../products/quantity.ts'
import { Button } from '../ui/button.tsx'
import { Check } from '../ui/page-icons.tsx'
import { toastBad } from '../ui/toast.ts'
import { grouped } from '../wire/grouped.ts'
import { useAddToCart } from './use-add-to-cart.ts'

/** A quantity and Add in one line; without a script the form leads to where the part is ordered. */
export function AddHere({ product }: { product: Product }) {
  const { _id, number, name, minOrder, multiple } = product
  const { added, isBusy, add } = useAddToCart(product)
  const [typed, setTyped] = useState(String(minOrder))
  const label = number ?? name
  return (
    <form
      className="flex gap-2"
      action={purchasePath(_id)}
      onSubmit={(event) => {
        event.preventDefault()
        const quantity = Number(typed)
        if (isValidQuantity(product, quantity)) void add(quantity)
        else toastBad(`${INVALID_QUANTITY} ${quantityHint(product)}`)
      }}
    >
      <input
        className="in qty"
        name="quantity"
        type="number"
        inputMode="numeric"
        min={minOrder}
        step={multiple}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        aria-label={`Quantity of ${label}, in steps of ${multiple}`}
      />
      <Button
        size="sm"
        variant="ink"
        type="submit"
        pending={isBusy}
        aria-label={`Add ${fullName(product)} to the cart`}
      >
        Add
      </Button>
      <span className="hint self-center" role="status">
        {added > 0 ? (
          <>
            <Check /> {grouped(added)}
            <span className="vh"> in the cart</span>
          </>
        ) : null}
      </span>
    </form>
  )
}
