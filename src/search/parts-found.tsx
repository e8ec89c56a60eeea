import { useSearchParams } from 'react-router'
import type { Product } from '../products/contract.ts'
import { ProductCard } from '../products/product-card.tsx'
import { isSoldOut } from '../products/quantity.ts'
import { classes } from '../ui/classes.ts'
import { later } from '../ui/later.tsx'
import { CompareTick } from './compare-tick.tsx'
import type { Facets } from './contract.ts'

const FitMark = later(async () => (await import('../fits/fit-mark.tsx')).FitMark)
const PartsTable = later(async () => (await import('./parts-table.tsx')).PartsTable)

type PartsFoundProps = {
  items: Product[]
  isTable: boolean
  facets: Facets | undefined
  title: string
  isLoading: boolean
}

/** The pictures of the first view load eagerly. */
const FIRST = 3

export function PartsFound({ items, isTable, facets, title, isLoading }: PartsFoundProps) {
  const model = useSearchParams()[0].get('fits') ?? undefined
  if (isTable) {
    return (
      <div className={classes(isLoading && 'opacity-60')} aria-busy={isLoading}>
        <PartsTable parts={items} columns={facets?.attributes ?? []} title={title} model={model} />
      </div>
    )
  }
  return (
    <ul className={classes('cards', isLoading && 'opacity-60')} aria-busy={isLoading}>
      {items.map((product, place) => (
        <ProductCard key={product._id} product={product} model={model} priority={place < FIRST}>
          <CompareTick part={product} withWord />
          {isSoldOut(product) ? null : (
            <span className="flag">
              <FitMark product={product._id} model={model} />
            </span>
          )}
        </ProductCard>
      ))}
    </ul>
  )
}
