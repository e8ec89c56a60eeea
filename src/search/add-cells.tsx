import { useId } from 'react'
import { useAddToCart } from '../carts/use-add-to-cart.ts'
import type { Product } from '../products/contract.ts'
import { fullName } from '../products/full-name.ts'
import { purchasePath } from '../products/product-path.ts'
import { INVALID_QUANTITY, isValidQuantity, quantityHint } from '../products/quantity.ts'
import { Check } from '../ui/page-icons.tsx'
import { toastBad } from '../ui/toast.ts'
import { grouped } from '../wire/grouped.ts'

/** The quantity and Add of a row; Enter adds. Without a script the form leads to the page that sells the part. */
export function AddCells({ part }: { part: Product }) {
  const { _id, name, number, minOrder, multiple } = part
  const { added, isBusy, add } = useAddToCart(part)
  const form = useId()
  const handleAdd = (typed: number) => {
    if (isValidQuantity(part, typed)) void add(typed)
    else toastBad(`${INVALID_QUANTITY} ${quantityHint(part)}`)
  }
  return (
    <>
      <td className="q">
        <input
          className="in qty"
          form={form}
          name="quantity"
          type="number"
          inputMode="numeric"
          min={minOrder}
          step={multiple}
          defaultValue={minOrder}
          aria-label={`Quantity of ${number ?? name}, in steps of ${multiple}`}
        />
      </td>
      <td className="act">
        <form
          id={form}
          action={purchasePath(_id)}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            handleAdd(Number(new FormData(event.currentTarget).get('quantity')))
          }}
        >
          <button
            className={added > 0 ? 'btn sm done' : 'btn sm ink'}
            type="submit"
            aria-busy={isBusy || undefined}
            aria-label={`Add ${fullName(part)} to the cart`}
          >
            {added > 0 ? (
              <>
                <Check />
                {grouped(added)}
              </>
            ) : (
              'Add'
            )}
          </button>
          <span className="vh" role="status">
            {added > 0 ? `${grouped(added)} in the cart` : ''}
          </span>
        </form>
      </td>
    </>
  )
}
