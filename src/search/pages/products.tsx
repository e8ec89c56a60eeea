import { useState } from 'react'
import { data, href, redirect, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { type ApiClient, ask, askWhole } from '../../client.ts'
import { apiContext } from '../../document/api-context.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import type { Product } from '../../products/contract.ts'
import { PRODUCT_SORTS } from '../../products/product-sorts.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { later } from '../../ui/later.tsx'
import { listStateOf } from '../../ui/list-state.ts'
import { useErrorToast } from '../../ui/use-error-toast.ts'
import { usePagedList } from '../../ui/use-paged-list.ts'
import { whenOpen } from '../../ui/when-open.tsx'
import { isUnreachable, ProblemError, UNREACHABLE } from '../../wire/problem-error.ts'
import { chipsOf, chosenCategory, inCategory, isFilter, tidied } from '../chosen.ts'
import { COMPARE_FORM } from '../compare-tick.tsx'
import { clearCompared, useCompared } from '../compared.ts'
import type { Facets } from '../contract.ts'
import { FacetList } from '../facet-list.tsx'
import { insteadOf } from '../instead.ts'
import { Chips, ListTools } from '../list-tools.tsx'
import { PartsFound } from '../parts-found.tsx'
import type { Route } from './+types/products.ts'

/** Full rows of three cards and of two; a table holds twice as many. */
const CARDS = 12
const ROWS = 24
const HEADING = 'This is Our Product'

type Loaded = {
  items: Product[]
  total: string
  page: number
  facets?: Facets
  mended?: string | undefined
  error?: string
}

const Breadcrumb = later(async () => (await import('../../ui/breadcrumb.tsx')).Breadcrumb)
const CategoryTree = later(async () => (await import('../category-tree.tsx')).CategoryTree)
const ComplaintNote = later(async () => (await import('../complaint-note.tsx')).ComplaintNote)
const NoParts = later(async () => (await import('../no-parts.tsx')).NoParts)
const Pagination = later(async () => (await import('../../ui/pagination.tsx')).Pagination)
const FilterSheet = whenOpen(() => import('../filter-sheet.tsx'))
const CompareTray = whenOpen(() => import('../compare-tray.tsx'))

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const category = categoryIn(loaderData, new URLSearchParams(location.search))
  const own = new URLSearchParams({
    ...(category && { category: category.slug }),
    ...(loaderData && loaderData.page > 1 && { page: String(loaderData.page) }),
  })
  return pageMeta({
    matches,
    title: `${category?.name ?? 'Products'} · ${pageWord(loaderData?.page)}Refrigerator House`,
    description:
      'Compressors, fans, gaskets, thermostats, boards and semiconductors for refrigerators, by the box, with stock and price each.',
    path: own.size ? `${href('/products')}?${own}` : href('/products'),
  })
}

const pageWord = (page = 1) => (page > 1 ? `Page ${page} · ` : '')
const categoryIn = (loaded: Loaded | undefined, params: URLSearchParams) =>
  loaded?.facets ? chosenCategory(loaded.facets.categories, params).category : undefined

/** After a failure the page stays with a message and Retry; its status keeps it out of the page cache. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const tidy = tidied(searchParams)
  if (`${searchParams}` !== `${tidy}`) throw redirect(`${href('/products')}?${tidy}`)
  const { page } = listStateOf(request.url)
  try {
    const loaded = await load(context.get(apiContext), request.url)
    const instead = insteadOf(tidy, loaded.facets)
    if (instead) throw redirect(instead)
    return data<Loaded>({ page, ...loaded })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const status = error instanceof ProblemError && error.status < 500 ? error.status : 503
    return data<Loaded>({ items: [], total: '0', page, error: error.message }, { status })
  }
}

async function load(client: ApiClient, url: string) {
  const { page, q, oneOf } = listStateOf(url)
  const { searchParams } = new URL(url)
  const sort = oneOf('sort', PRODUCT_SORTS)
  const category = searchParams.get('category')
  const filters = {
    ...Object.fromEntries([...searchParams].filter(([name]) => isFilter(name))),
    ...(category && { category }),
    ...(q && { q }),
  }
  const limit = String(searchParams.get('view') === 'table' ? ROWS : CARDS)
  const [{ data: items, headers }, facets] = await Promise.all([
    askWhole(client.products.$get({ query: { ...filters, ...(sort && { sort }), limit, page: String(page) } })),
    ask(client.products.facets.$get({ query: filters })),
  ])
  const mended = decodeURIComponent(headers.get('x-search-mended') ?? '')
  return { items, facets, total: headers.get('x-total-count') ?? String(items.length), ...(mended && { mended }) }
}

/** Answers also when the shop cannot be reached. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<Loaded> {
  try {
    return await serverLoader()
  } catch (error) {
    if (!isUnreachable(error)) throw error
    return { items: [], total: '0', page: listStateOf(request.url).page, error: UNREACHABLE.message }
  }
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const { items, total, page, facets, mended, error } = loaderData
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [isFiltering, setFiltering] = useState(false)
  const isComparing = useCompared().length > 0
  useErrorToast(error, loaderData)
  const view = useSearchParams()[0].get('view')
  const isTable = view === 'table'
  const list = usePagedList({ total, page, rows: items.length, aPage: isTable ? ROWS : CARDS })
  const { params } = list
  const { category, top } = facets ? chosenCategory(facets.categories, params) : {}
  const filters = chipsOf(params, facets).length
  const noun = total === '1' ? 'product' : 'products'
  // Synchronous, so that a box is ticked in the frame of its press.
  const handleChange = (next: URLSearchParams) => navigate(`?${next}`, { preventScrollReset: true, flushSync: true })
  const crumbs = [{ label: 'Products', to: href('/products') }]
  if (top) crumbs.push({ label: top.name, to: `?${inCategory(params, top.slug)}` })

  return (
    <>
      {category ? <Breadcrumb items={[...crumbs, { label: category.name }]} /> : null}
      <div className="shop">
        <div className="aside">
          {facets ? (
            <>
              <CategoryTree categories={facets.categories} params={params} />
              <FacetList facets={facets} params={params} onChange={handleChange} />
            </>
          ) : null}
        </div>
        <div>
          <h1 className="mb-4">{category?.name ?? HEADING}</h1>
          <ListTools
            {...{ params, isTable, filters }}
            count={error ? '' : [`${list.all} ${noun}`, list.range].filter(Boolean).join(', ')}
            onChange={handleChange}
            onFilter={() => setFiltering(true)}
          />
          <Chips params={params} facets={facets} />
          <h2 className="vh">Products</h2>
          {facets?.meant ? <ComplaintNote meant={facets.meant} /> : null}
          {mended ? (
            <p className="soft s14 mb-4">
              Nothing here is written “{params.get('q')}”. Shown for “{mended}”.
            </p>
          ) : null}
          {error ? (
            <ErrorNote what="The products did not load." onRetry={revalidate}>
              {error}
            </ErrorNote>
          ) : items.length === 0 ? (
            <NoParts params={params} facets={facets} />
          ) : (
            <PartsFound
              {...{ items, isTable }}
              facets={facets}
              title={category?.name ?? 'Products'}
              isLoading={list.isLoading}
            />
          )}
          {error || items.length === 0 ? null : <Pagination {...list.pagination} />}
          <noscript>
            <form id={COMPARE_FORM} action={href('/compare')} className="acts">
              <button className="btn ink" type="submit">
                Compare what is ticked
              </button>
            </form>
          </noscript>
          <CompareTray open={isComparing} onClose={clearCompared} />
        </div>
      </div>
      {facets ? (
        <FilterSheet
          {...{ facets, params, filters }}
          open={isFiltering}
          onClose={() => setFiltering(false)}
          onChange={handleChange}
        />
      ) : null}
    </>
  )
}
