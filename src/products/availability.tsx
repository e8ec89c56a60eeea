import { Status } from '../ui/status.tsx'
import { grouped } from '../wire/grouped.ts'
import type { Product } from './contract.ts'
import { isSoldOut } from './quantity.ts'

/** How many are on the shelf, or when the maker could have more here; `backBy` is that day in words. */
export function Availability({ product, backBy }: { product: Product; backBy: string | null }) {
  const { stock, minOrder, leadDays } = product
  if (!isSoldOut(product)) {
    return (
      <div className="pad avail">
        <Status kind="paid">In stock</Status>
        <p>{grouped(stock)} on the shelf.</p>
      </div>
    )
  }
  return (
    <div className="pad avail">
      <Status kind="not">Sold out</Status>
      <p>
        {stock > 0 ? `Only ${grouped(stock)} left, less than the minimum order of ${grouped(minOrder)}. ` : ''}
        {backBy && leadDays ? (
          <>
            The maker delivers within {leadDays === 1 ? 'a day' : `${leadDays} days`}: <b>{backBy}</b> at the earliest.
          </>
        ) : (
          'Nothing is promised yet.'
        )}
      </p>
    </div>
  )
}
