import { href, Link, useRevalidator } from 'react-router'
import { shownProblem } from '../../accounts/session/session-lost.ts'
import { useRowChange } from '../../accounts/session/use-row-change.ts'
import { ask, askWhole, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type Column, DataTable, type Sort } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { listStateOf } from '../../ui/list-state.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Plus } from '../../ui/plus-minus.tsx'
import { Price } from '../../ui/price.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useAsked } from '../../ui/use-asked.ts'
import { useErrorToast } from '../../ui/use-error-toast.ts'
import { usePagedList } from '../../ui/use-paged-list.ts'
import { shownTotal, totalOf } from '../../wire/list-totals.ts'
import type { StoredProduct } from '../contract.ts'
import { fullName } from '../full-name.ts'
import { pcs, pieces } from '../per-pieces.ts'
import { PRODUCT_SORTS } from '../product-sorts.ts'
import { SHELF_STATUSES } from '../shelf.ts'
import { StockLevel } from '../stock-level.tsx'
import type { Route } from './+types/manage-products.ts'

const A_PAGE = 12

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { page, q, oneOf } = listStateOf(request.url)
  const asked = oneOf('sort', PRODUCT_SORTS)
  const sort = asked ?? (q ? 'best' : 'oldest')
  const status = oneOf('status', SHELF_STATUSES) ?? 'selling'
  try {
    const params = { limit: String(A_PAGE), page: String(page), ...(asked && { sort: asked }), ...(q && { q }) }
    const [{ data, headers }, ...counts] = await Promise.all([
      askWhole(client.allproducts.$get({ query: { ...params, status } })),
      ...SHELF_STATUSES.map(countOf),
    ])
    return { rows: data, total: totalOf(headers, data), page, sort, status, counts }
  } catch (error) {
    return { rows: [], total: '0', page, sort, status, error: shownProblem(error).message }
  }
}

async function countOf(status: (typeof SHELF_STATUSES)[number]) {
  const { data, headers } = await askWhole(client.allproducts.$get({ query: { limit: '1', status } }))
  return totalOf(headers, data)
}

export default function ManageProducts({ loaderData }: Route.ComponentProps) {
  const { rows, total, page, sort, status, counts, error } = loaderData
  const list = usePagedList({ total, page, rows: rows.length, aPage: A_PAGE })
  const [asked, setAsked, answered] = useAsked<StoredProduct>()
  const { busy, change } = useRowChange()
  const { revalidate } = useRevalidator()
  useErrorToast(error, loaderData)
  const handleDelete = async (product: StoredProduct) => {
    await change({
      id: product._id,
      call: () => ask(client.product[':id'].$delete({ param: { id: product._id } })),
      done: 'Delete Success',
      slip: { detail: fullName(product) },
      failed: 'The product is still there. Try again.',
    })
    answered(product)
  }
  const tabs = SHELF_STATUSES.map((shelf, place) => ({
    label: SHELF_WORDS[shelf],
    to: list.tab('status', shelf === 'selling' ? undefined : shelf),
    current: shelf === status,
    count: counts && shownTotal(counts[place] ?? '0'),
  }))
  return (
    <>
      <div className="dhead">
        <div>
          <h1>Manage Products</h1>
          <p className="sub">A deleted product leaves the shop. Orders keep its name and price.</p>
        </div>
        <LinkButton variant="ink" to={href('/dashboard/addProduct')}>
          <Plus />
          Add A Product
        </LinkButton>
      </div>
      <Tabs label="Shelf" items={tabs} />
      <div className="tools">
        <SearchField
          label="Search"
          placeholder="Name or number"
          value={list.params.get('q') ?? ''}
          onSearch={(q) => list.change({ q })}
        />
        <span className="count">{list.range ? `${list.range} of ${list.all}` : ''}</span>
      </div>
      <DataTable
        caption="Products"
        variant="dense"
        className="board"
        columns={columnsOf(setAsked)}
        rows={rows}
        rowKey={(product) => product._id}
        busyRow={(product) => list.isLoading || busy.includes(product._id)}
        error={error && `The products did not load. ${error}`}
        onRetry={revalidate}
        sort={sortOf(sort)}
        onSort={({ by, direction }) => list.change({ sort: direction === 'desc' ? `-${by}` : by })}
        empty={
          <Empty action={<LinkButton to={href('/dashboard/addProduct')}>Add A Product</LinkButton>}>
            {list.params.get('q') ? 'No product is called that.' : EMPTY_WORDS[status]}
          </Empty>
        }
      />
      {rows.length ? <Pagination {...list.pagination} /> : null}
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        question="Are you sure?"
        confirmLabel="Delete"
        keepLabel="Keep product"
        danger
        pending={busy.length > 0}
        onConfirm={() => asked && handleDelete(asked)}
      >
        {asked ? <Question product={asked} /> : null}
      </ConfirmDialog>
    </>
  )
}

const EMPTY_WORDS = {
  selling: 'The shop has no products yet.',
  soldout: 'Nothing is sold out.',
  archived: 'No product is archived.',
} as const
const SHELF_WORDS = { selling: 'In the shop', soldout: 'Sold out', archived: 'Archived' } as const

const sortOf = (sort: string): Sort => ({ by: sort.replace('-', ''), direction: sort.startsWith('-') ? 'desc' : 'asc' })

function columnsOf(ask: (product: StoredProduct) => void): Column<StoredProduct>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      sort: 'name',
      className: 'pa',
      cell: (product) => <ProductName product={product} />,
    },
    { key: 'stock', header: 'Stock', sort: 'stock', className: 'pd', cell: (product) => <StockLevel {...product} /> },
    {
      key: 'price',
      header: 'Unit Price',
      sort: 'price',
      numeric: true,
      className: 'pb',
      cell: ({ unitPrice, minOrder }) => (
        <span>
          <Price value={unitPrice} />
          <small>per {pcs(minOrder)}</small>
        </span>
      ),
    },
    {
      key: 'delete',
      header: 'Delete',
      act: true,
      className: 'pe',
      cell: (product) =>
        product.archivedAt ? (
          <LinkButton size="sm" to={editPath(product)} aria-label={`Restore ${product.name}`}>
            Restore
          </LinkButton>
        ) : (
          <Button variant="bad" size="sm" aria-label={`Delete ${product.name}`} onClick={() => ask(product)}>
            Delete
          </Button>
        ),
    },
  ]
}

const editPath = ({ _id }: StoredProduct) => href('/dashboard/manageProducts/:id', { id: _id })

function ProductName({ product }: { product: StoredProduct }) {
  const { name, number, category, img } = product
  const known = [number, category].filter(Boolean)
  return (
    <span className="pn">
      <Picture className="thumb" src={img} alt="" width={32} height={32} />
      <span>
        <Link to={editPath(product)} prefetch="intent">
          {name}
        </Link>
        {known.length ? <span className="code">{known.join(' · ')}</span> : null}
      </span>
    </span>
  )
}

function Question({ product }: { product: StoredProduct }) {
  return (
    <>
      <div className="pn big">
        <Picture className="thumb" src={product.img} alt="" width={64} height={64} />
        <p>
          Delete {product.name} {product.number ? <span className="code text-ink-3">{product.number}</span> : null}
        </p>
      </div>
      <p className="soft s14">
        It leaves the shop with its {pieces(product.stock)}. Orders that hold it keep its name and price.
      </p>
    </>
  )
}
