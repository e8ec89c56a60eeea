import { href, useRevalidator } from 'react-router'
import { may } from '../../accounts/permissions.ts'
import { useSession } from '../../accounts/session/session.ts'
import { useRowChange } from '../../accounts/session/use-row-change.ts'
import { pageMeta } from '../../document/meta.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { dayOf } from '../../ui/format-time.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { useCancel } from '../cancel-dialog.tsx'
import { LiveMark } from '../live-mark.tsx'
import { canCancel } from '../order-actions.ts'
import { OrderActs } from '../order-acts.tsx'
import { OrderLog } from '../order-log.tsx'
import type { OrderPage } from '../order-page-contract.ts'
import { OrderFacts, OrderParts } from '../order-parts.tsx'
import { OrderStages } from '../order-stages.tsx'
import { ParcelsPanel } from '../parcels-panel.tsx'
import { readOrderPage } from '../read-order-page.ts'
import { SendPanel } from '../send-panel.tsx'
import { useDelivery } from '../use-deliver.tsx'
import { useSeen } from '../use-seen.ts'
import type { Route } from './+types/order.ts'

export const meta: Route.MetaFunction = ({ matches, params: { id }, loaderData }) =>
  pageMeta({
    matches,
    title: `Order${loaderData?.page ? ` ${loaderData.page.number}` : ''} · Dashboard`,
    description: 'An order, its lines and what became of it.',
    path: href('/dashboard/orders/:id', { id }),
    noindex: true,
  })

export const clientLoader = ({ params: { id } }: Route.ClientLoaderArgs) => readOrderPage(id)

export default function OrderByNumber({ loaderData: { page, problem, isGone } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  if (page) return <Whole page={page} />
  return (
    <>
      <h1>Order</h1>
      <p className="sub">{isGone ? 'No order of yours has this number.' : 'Something is in the way.'}</p>
      <ErrorNote what={problem ?? ''} onRetry={isGone ? undefined : revalidate} pending={state === 'loading'} />
      <p className="mt-4">
        <LinkButton to={href('/dashboard/myorders')}>My Orders</LinkButton>
      </p>
    </>
  )
}

function Whole({ page }: { page: OrderPage }) {
  const session = useSession()
  useSeen([page])
  const rowChange = useRowChange()
  const delivery = useDelivery(rowChange)
  const { askToCancel, cancelDialog } = useCancel(rowChange)
  const readsAll = may(session, 'orders.readAll')
  const delivers = may(session, 'orders.deliver')
  const mayCancel = canCancel(page) && (page.own || may(session, 'orders.cancelAny'))
  const [first] = page.lines
  const list = readsAll
    ? { label: 'Manage All Orders', to: href('/dashboard/orders') }
    : { label: 'My Orders', to: href('/dashboard/myorders') }
  return (
    <>
      <Breadcrumb items={[list, { label: page.number }]} />
      <div className="titled">
        <div className="min-w-0">
          <h1>Order {page.number}</h1>
          <p className="sub">
            {first ? `Placed on ${dayOf(first.createdAt)}` : null}
            {first && !page.own ? ` by ${first.userName}` : null}. <LiveMark page={page} />
          </p>
        </div>
        <OrderActs page={page} onCancel={() => askToCancel(page.lines)} />
      </div>
      <OrderStages page={page} />
      <div className="work mt-6">
        <div className="min-w-0">
          <OrderParts lines={page.lines} onCancel={mayCancel ? (line) => askToCancel([line]) : undefined} />
          <ParcelsPanel page={page} rowChange={rowChange} delivers={delivers} />
          {delivers ? <SendPanel page={page} busy={rowChange.busy} delivery={delivery} /> : null}
        </div>
        <OrderFacts page={page} />
      </div>
      <OrderLog page={page} />
      {cancelDialog}
    </>
  )
}
