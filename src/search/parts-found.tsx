import { href, useSearchParams } from 'react-router'
import type { Product } from '../products/contract.ts'
import { ProductCard } from '../products/product-card.tsx'
import { askPath } from '../products/product-path.ts'
import { isSoldOut } from '../products/quantity.ts'
import { classes } from '../ui/classes.ts'
import { Empty } from '../ui/empty.tsx'
import { later } from '../ui/later.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { chipsOf } from './chosen.ts'
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
          {isSoldOut(product) ? null : <FitFlag product={product} model={model} />}
        </ProductCard>
      ))}
    </ul>
  )
}

const FitFlag = ({ product, model }: { product: Product; model: string | undefined }) => (
  <span className="fitflag">
    <FitMark product={product._id} model={model} />
  </span>
)

type NoPartsProps = { params: URLSearchParams; facets: Facets | undefined }

/** Says that nothing matches, and offers other ways. */
export function NoParts({ params, facets }: NoPartsProps) {
  const last = chipsOf(params, facets).findLast(({ label }) => label !== 'Search')
  const q = params.get('q')
  const all = (
    <LinkButton variant={last || q ? 'plain' : 'ink'} to={href('/products')}>
      Show all products
    </LinkButton>
  )
  if (!last) {
    if (!q) return <Empty action={all}>There are no products on this page.</Empty>
    return (
      <Empty
        action={
          <div className="acts">
            <LinkButton variant="ink" to={askPath({ q })}>
              Ask us for it
            </LinkButton>
            <LinkButton to={href('/models')}>Find it by the model</LinkButton>
            {all}
          </div>
        }
      >
        No product is called “{q}”.
      </Empty>
    )
  }
  return (
    <Empty
      action={
        <div className="acts">
          <LinkButton variant="ink" to={`?${last.without}`}>
            Take that filter away
          </LinkButton>
          {all}
        </div>
      }
    >
      No part is all of this at once.
      <br />
      <span className="soft s14">Try it without “{[last.label, last.value].filter(Boolean).join(', ')}”.</span>
    </Empty>
  )
}
