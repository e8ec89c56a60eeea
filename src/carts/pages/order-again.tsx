import { href, Link } from 'react-router'
import { pageMeta } from '../../document/meta.ts'
import type { Order } from '../../orders/contract.ts'
import { orderPath } from '../../orders/order-path.ts'
import { readOrderPage } from '../../orders/read-order-page.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { dayOf } from '../../ui/format-time.ts'
import { useGoWhileHere } from '../../ui/use-go-while-here.ts'
import { useCorrected } from '../corrections.ts'
import { JudgedRows } from '../judged-rows.tsx'
import { SaveList } from '../save-list.tsx'
import { tellAdded } from '../tell-added.ts'
import { judgedRows, keptOf, type OnPut, type Row } from '../use-rows.ts'
import '../quick-order.css'
import type { Route } from './+types/order-again.ts'

export const meta: Route.MetaFunction = ({ matches, params: { id } }) =>
  pageMeta({
    matches,
    title: `Order ${id} again · Dashboard`,
    description: 'The lines of an order as they can be bought today.',
    path: href('/dashboard/orders/:id/again', { id }),
    noindex: true,
  })

export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  const { page, problem } = await readOrderPage(id)
  return page ? { page, rows: await judgedRows(page.lines.map(rowOf)) } : { problem }
}

const PER_FOUR_DECIMALS = 10_000

/** A line as it was bought, under its name at that time. */
function rowOf({ _id: id, productId, productName, productNumber, quantity, reference, price }: Order): Row {
  const saved = productNumber ? `${productName} ${productNumber}` : productName
  const then = Math.round((price / quantity) * PER_FOUR_DECIMALS) / PER_FOUR_DECIMALS
  return {
    id,
    typed: `${productNumber ?? productName}, ${quantity}`,
    number: productId,
    quantity,
    reference,
    saved,
    then,
  }
}

export default function OrderAgainPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.page)
    return (
      <>
        <h1>Order again</h1>
        <ErrorNote what={loaderData.problem ?? ''} />
      </>
    )
  const { page, rows } = loaderData
  return <Again number={page.number} placedAt={page.lines[0]?.createdAt} rows={rows} />
}

function Again({ number, placedAt, rows }: { number: string; placedAt: string | undefined; rows: Row[] }) {
  const { state, showAll } = useCorrected(`again ${number}`, rows)
  const goTo = useGoWhileHere()
  const handlePut: OnPut = async (went, rest) => {
    tellAdded(went.length)
    state.setRows(rest)
    if (rest.length === 0) await goTo(href('/cart'))
  }
  return (
    <>
      <Breadcrumb
        items={[
          { label: 'My Orders', to: href('/dashboard/myorders') },
          { label: number, to: orderPath({ number }) },
          { label: 'Order again' },
        ]}
      />
      <h1>Order again</h1>
      <p className="sub">
        What was ordered as <Link to={orderPath({ number })}>{number}</Link>
        {placedAt ? ` on ${dayOf(placedAt)}` : null}, at the prices and stock of today.
      </p>
      {state.rows.length > 0 ? (
        <JudgedRows title="Lines of today" state={state} onPut={handlePut} onShowAll={showAll}>
          <SaveList size="lg" {...keptOf(state.rows)} />
        </JudgedRows>
      ) : (
        <p className="soft">No line of it is left here.</p>
      )}
    </>
  )
}
