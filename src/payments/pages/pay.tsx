import type { Stripe } from '@stripe/stripe-js'
import { lazy, Suspense, useEffect, useState } from 'react'
import { href, useRevalidator } from 'react-router'
import { shownProblem } from '../../accounts/session/session-lost.ts'
import type { Address } from '../../addresses/contract.ts'
import { ask, client } from '../../client.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import type { Checkout } from '../../orders/checkout-contract.ts'
import { checkoutNamed } from '../../orders/checkout-named.ts'
import { canPay } from '../../orders/order-actions.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { placeFocus } from '../../ui/focus.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Info } from '../../ui/page-icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastOk } from '../../ui/toast.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import { CardForm } from '../card-form.tsx'
import { confirmAtShop } from '../confirm-at-shop.ts'
import type { PaymentSettings } from '../contract.ts'
import { OrderSummary } from '../order-summary.tsx'
import { ArrivedPanel, PaidPanel } from '../paid-panel.tsx'
import { isPaymentDocument, stripeInBrowser } from '../stripe-js.ts'
import type { Route } from './+types/pay.ts'

/** Loaded lazily: few orders come here without their address. */
const DeliveryForm = lazy(() => import('../delivery-form.tsx'))

const NO_FORM = 'The card form did not load. Check your connection and try again.'

/** Without an order: `problem` says why. With a secret and Stripe: the card may be asked for. */
type View = {
  checkout?: Checkout
  /** The kept ones, where the order has none yet. */
  addresses?: Address[]
  testMode?: boolean
  clientSecret?: string
  stripe?: Stripe
  problem?: string
  isGone?: boolean
}

export const handle = { pays: true } satisfies PageHandle

export async function clientLoader({ params: { paymentId: id }, request }: Route.ClientLoaderArgs): Promise<View> {
  if (!isPaymentDocument()) {
    window.location.assign(new URL(request.url).pathname)
    return new Promise<never>(() => {})
  }
  try {
    const [checkout, settings] = await Promise.all([checkoutNamed(id), ask(client['payment-settings'].$get())])
    const { testMode } = settings
    const [order] = checkout.orders
    const isReady = canPay(checkout) && order?.address && order.country && !checkout.awaitsCountry
    if (isReady) return { testMode, ...(await prepared(checkout, settings)) }
    return { testMode, checkout, ...(canPay(checkout) && { addresses: await ask(client.addresses.$get()) }) }
  } catch (caught) {
    const error = shownProblem(caught)
    return { problem: error.message, isGone: error.status === 404 }
  }
}

/** The intent and Stripe's script. A refusal may mean that the order is settled by now, so it is looked at again. */
async function prepared(checkout: Checkout, settings: PaymentSettings): Promise<View> {
  try {
    const json = { price: checkout.price, checkoutId: checkout._id }
    const [{ clientSecret }, stripe] = await Promise.all([
      ask(client['create-payment-intent'].$post({ json })),
      stripeInBrowser(settings),
    ])
    return stripe ? { checkout, clientSecret, stripe } : { checkout, problem: NO_FORM }
  } catch (caught) {
    const error = shownProblem(caught)
    const fresh = error.status === 409 ? await checkoutNamed(checkout._id) : checkout
    return canPay(fresh) ? { checkout: fresh, problem: error.message } : { checkout: fresh }
  }
}

export function HydrateFallback() {
  return (
    <>
      <h1>Payment</h1>
      <p className="sub">Check the order, then pay by card.</p>
      <div className="two items-start" role="status" aria-label="Loading">
        <Skeleton height={428} />
        <Skeleton height={220} />
      </div>
    </>
  )
}

export default function Pay({ loaderData }: Route.ComponentProps) {
  const { problem, checkout: loaded, testMode, isGone = false } = loaderData
  const { revalidate, state } = useRevalidator()
  const [paid, setPaid] = useState<Checkout>()
  const [arrived, setArrived] = useState<string>()
  const [refused, setRefused] = useState<string>()
  // The page is a document of its own, which nothing leads the keyboard into.
  useEffect(() => placeFocus(), [])
  if (!loaded) {
    return (
      <Plain isGone={isGone}>
        <ErrorNote what={problem ?? NO_FORM} onRetry={isGone ? undefined : revalidate} pending={state === 'loading'} />
      </Plain>
    )
  }
  const checkout = paid ?? loaded
  const handleCharged = async (transactionId: string) => {
    try {
      const confirmed = await confirmAtShop(checkout._id, transactionId)
      if (confirmed) {
        setPaid(confirmed)
        toastOk(`Congrats! Your payment is completed. ${transactionId}`)
      } else setArrived(transactionId)
    } catch (error) {
      setRefused(error instanceof ProblemError ? error.message : undefined)
      await revalidate()
    }
  }
  const handleLookAgain = () => {
    setRefused(undefined)
    return revalidate()
  }
  return (
    <>
      <h1>Payment</h1>
      <p className="sub">{arrived ? 'This order is being marked as paid.' : leadOf(checkout)}</p>
      <div className="two items-start">
        <OrderSummary checkout={checkout} isCharged={arrived !== undefined} />
        <div className="grid gap-4">
          {checkout.status !== 'unpaid' ? <PaidPanel checkout={checkout} justNow={checkout === paid} /> : null}
          {checkout.status === 'unpaid' && arrived ? <ArrivedPanel transactionId={arrived} /> : null}
          {checkout.status === 'unpaid' && !arrived ? (
            <Due
              view={{ ...loaderData, checkout }}
              problem={refused ?? problem}
              onCharged={handleCharged}
              onLookAgain={handleLookAgain}
            />
          ) : null}
          {checkout.status === 'unpaid' && !arrived && loaderData.clientSecret && testMode ? <TestHint /> : null}
        </div>
      </div>
    </>
  )
}

function leadOf({ status }: Checkout) {
  if (status === 'unpaid') return 'Check the order, then pay by card.'
  return status === 'paid' || status === 'delivered' ? 'This order is paid.' : 'There is nothing to pay.'
}

type DueProps = {
  view: View & { checkout: Checkout }
  problem: string | undefined
  onCharged: (transactionId: string) => Promise<void>
  onLookAgain: () => Promise<void>
}

/** The next step of an unpaid order: its address form, or its card form. */
function Due({ view, problem, onCharged, onLookAgain }: DueProps) {
  const { state } = useRevalidator()
  const { checkout, addresses = [], clientSecret, stripe } = view
  const [order] = checkout.orders
  if (!order || problem)
    return <ErrorNote what={problem ?? NO_FORM} onRetry={onLookAgain} pending={state === 'loading'} />
  if (!clientSecret || !stripe) {
    return (
      <Suspense fallback={<Skeleton height={428} />}>
        <DeliveryForm {...{ checkout, order, addresses }} onDone={onLookAgain} />
      </Suspense>
    )
  }
  return (
    <CardForm
      order={order}
      sum={checkout.price}
      stripe={stripe}
      clientSecret={clientSecret}
      onCharged={onCharged}
      onUnsure={onLookAgain}
    />
  )
}

function TestHint() {
  return (
    <div className="note">
      <Info />
      <p>
        <b className="strong">Test mode.</b> Use <span className="n">4242 4242 4242 4242</span>, any later date and any
        three digits. No money moves.
      </p>
    </div>
  )
}

function Plain({ isGone, children }: { isGone: boolean; children: React.ReactNode }) {
  return (
    <>
      <h1>Payment</h1>
      <p className="sub">
        {isGone ? 'An order that was cancelled or has expired is not here any more.' : 'Something is in the way.'}
      </p>
      {children}
      {isGone ? (
        <p className="mt-4">
          <LinkButton variant="ink" to={href('/dashboard/myorders')}>
            My Orders
          </LinkButton>
        </p>
      ) : null}
    </>
  )
}
