import { useId } from 'react'
import { data, href, Link, useRevalidator } from 'react-router'
import { askWhole } from '../../client.ts'
import { apiContext } from '../../document/api-context.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { classes } from '../../ui/classes.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { KeptParams } from '../../ui/kept-params.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { listStateOf } from '../../ui/list-state.ts'
import { useListView } from '../../ui/list-view.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { useErrorToast } from '../../ui/use-error-toast.ts'
import { useTypedBefore } from '../../ui/use-typed-before.ts'
import { isUnreachable, ProblemError, UNREACHABLE } from '../../wire/problem-error.ts'
import type { Product } from '../contract.ts'
import { ProductCard } from '../product-card.tsx'
import { PRODUCT_SORTS } from '../product-sorts.ts'
import type { Route } from './+types/products.ts'

/** Full rows of three cards and of two. */
const A_PAGE = 12
const BEST = { best: 'Best match' }
const SORTS = {
  oldest: 'Oldest first',
  newest: 'Newest first',
  name: 'Name',
  price: 'Lowest price',
  '-price': 'Highest price',
}

type Loaded = { items: Product[]; total: string; page: number; mended?: string | undefined; error?: string }

const categoryOf = (params: URLSearchParams) => params.get('category')?.slice(0, 60) || undefined

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `Products · ${pageWord(loaderData?.page)}Refrigerator House`,
    description:
      'Compressors, fans, gaskets, thermostats, boards and semiconductors for refrigerators, by the box, with stock and price each.',
    path: loaderData && loaderData.page > 1 ? `${href('/products')}?page=${loaderData.page}` : href('/products'),
  })

const pageWord = (page = 1) => (page > 1 ? `Page ${page} · ` : '')

/** On a failure the page stays, says what happened and offers Retry; its status keeps it out of the page cache. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { page, q, oneOf } = listStateOf(request.url)
  const sort = oneOf('sort', PRODUCT_SORTS)
  const category = categoryOf(new URL(request.url).searchParams)
  try {
    const asked = { ...(sort && { sort }), ...(q && { q }), ...(category && { category }) }
    const query = { limit: String(A_PAGE), page: String(page), ...asked }
    const { data: items, headers } = await askWhole(context.get(apiContext).products.$get({ query }))
    const total = headers.get('x-total-count') ?? String(items.length)
    const mended = decodeURIComponent(headers.get('x-search-mended') ?? '')
    return data<Loaded>({ items, total, page, ...(mended && { mended }) })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const status = error instanceof ProblemError && error.status < 500 ? error.status : 503
    return data<Loaded>({ items: [], total: '0', page, error: error.message }, { status })
  }
}

/** Also when the shop is out of reach. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<Loaded> {
  try {
    return await serverLoader()
  } catch (error) {
    if (!isUnreachable(error)) throw error
    return { items: [], total: '0', page: listStateOf(request.url).page, error: UNREACHABLE.message }
  }
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const { items, total, page, mended, error } = loaderData
  const { revalidate } = useRevalidator()
  useErrorToast(error, loaderData)
  const list = useListView({ total, page, rows: items.length, aPage: A_PAGE })
  const q = list.params.get('q') ?? ''
  const category = categoryOf(list.params)
  const sorts = q ? { ...BEST, ...SORTS } : SORTS
  const sort = list.params.get('sort') ?? (q ? 'best' : 'oldest')
  const sortId = useId()
  const handleSort = (sort: string) => list.change({ sort })
  useTypedBefore(sortId, sort, handleSort)
  const noun = total === '1' ? 'product' : 'products'

  return (
    <>
      <h1 className="mb-4">This is Our Product</h1>
      <div className="tools border-t-2 border-ink pt-3">
        <SearchField
          label="Search"
          placeholder="Name or number"
          value={q}
          params={list.params}
          onSearch={(text) => list.change({ q: text })}
        />
        <form method="get" className="contents">
          <KeptParams params={list.params} but="sort" />
          <Select
            id={sortId}
            label="Sort"
            labelHidden
            name="sort"
            value={sort}
            onChange={(event) => handleSort(event.target.value)}
          >
            {Object.entries(sorts).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <noscript>
            <button className="btn" type="submit">
              Sort
            </button>
          </noscript>
        </form>
        <span className="count">{error ? '' : [`${list.all} ${noun}`, list.range].filter(Boolean).join(', ')}</span>
      </div>
      <h2 className="vh">Products</h2>
      {category ? (
        <p className="soft s14 mb-4">
          Only {category}. <Link to={hrefWithout(list.params, 'category')}>All categories</Link>
        </p>
      ) : null}
      {mended ? (
        <p className="soft s14 mb-4">
          Nothing here is written “{q}”. Shown for “{mended}”.
        </p>
      ) : null}
      {error ? (
        <ErrorNote what="The products did not load." onRetry={revalidate}>
          {error}
        </ErrorNote>
      ) : items.length === 0 ? (
        <Empty action={<LinkButton to={href('/products')}>Show all products</LinkButton>}>
          {q ? `No product is called “${q}”.` : 'There are no products on this page.'}
        </Empty>
      ) : (
        <ul className={classes('cards', list.isLoading && 'opacity-60')} aria-busy={list.isLoading}>
          {items.map((product, place) => (
            <ProductCard key={product._id} product={product} priority={place < 3} />
          ))}
        </ul>
      )}
      {error || items.length === 0 ? null : <Pagination {...list.pagination} />}
    </>
  )
}

function hrefWithout(params: URLSearchParams, name: string) {
  const rest = new URLSearchParams(params)
  rest.delete(name)
  rest.delete('page')
  return { search: `${rest}` }
}
