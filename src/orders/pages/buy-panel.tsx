import { type FormEvent, type ReactNode, useState } from 'react'
import { useLocation, useOutletContext, useRevalidator } from 'react-router'
import { type Session, useSession } from '../../accounts/session/session.ts'
import { useAskAgain } from '../../accounts/session/use-ask-again.ts'
import { loginPath } from '../../accounts/session/way-back.ts'
import { useSite } from '../../document/use-site.ts'
import type { Product } from '../../products/contract.ts'
import { pieces } from '../../products/per-pieces.ts'
import { INVALID_QUANTITY, quantityHint } from '../../products/quantity.ts'
import type { Offer } from '../../sums/offer.ts'
import { useOffer } from '../../sums/use-offer.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { later } from '../../ui/later.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { toastBad } from '../../ui/toast.ts'
import { whenOpen } from '../../ui/when-open.tsx'
import type { ProblemError } from '../../wire/problem-error.ts'
import { inHours } from '../in-hours.ts'
import type { OrderDraft } from '../order-draft.ts'
import { useOpening } from '../use-opening.ts'
import { useQuantity, withQuantity } from '../use-quantity.ts'

const ADD_FIRST = 'Confirm the quantity with Add first.'

const FitBox = later(async () => (await import('../../fits/fit-box.tsx')).FitBox)
const OrderTotal = later(async () => (await import('../order-total.tsx')).OrderTotal)
const Nudge = later(async () => (await import('../../products/nudge.tsx')).Nudge)
const OrderDialog = whenOpen(() => import('../order-dialog.tsx'))

/**
 * The panel of a product's page that sells it: the quantity is confirmed with Add, then Place Order opens the dialog.
 */
export default function BuyPanel() {
  const { offer } = useOffer(useOutletContext<Product>())
  return <Buying offer={offer} />
}

function Buying({ offer }: { offer: Offer }) {
  const { product } = offer
  const session = useSession()
  const { revalidate } = useRevalidator()
  const [where, setWhere] = useState<OrderDraft['where']>()
  const { typed, possible, quantity, error, setTyped, setError, handleType, confirm } = useQuantity(product)

  const { draft, isAsking, open, close } = useOpening(product, { user: session.user, quantity, onKept: setTyped })

  const handleAdd = (event: FormEvent) => {
    event.preventDefault()
    if (!confirm()) toastBad(INVALID_QUANTITY)
  }
  const handleRefused = (problem: ProblemError, typedWhere: OrderDraft['where']) => {
    if (problem.field === 'quantity') {
      setWhere(typedWhere)
      close()
      setError(problem.message)
      toastBad(problem.message)
    }
    if (problem.status === 409 || problem.status === 404) void revalidate()
  }

  return (
    <>
      <FitBox product={product._id} />
      <form className="pad" noValidate onSubmit={handleAdd}>
        <Stepper
          label="Quantity"
          name="quantity"
          counts="pieces"
          value={typed}
          onChange={handleType}
          min={product.minOrder}
          max={product.stock}
          step={product.multiple}
          hint={quantityHint(product)}
          error={error}
        >
          <Button type="submit" variant="ink">
            Add
          </Button>
        </Stepper>
      </form>
      <div className="pad grid gap-4">
        <OrderTotal offer={offer} quantity={possible} />
        <Nudge product={offer.shown} quantity={possible} onTake={handleType} />
        <OrderButton session={session} quantity={possible}>
          <Button
            variant="key"
            size="lg"
            full
            disabled={quantity === 0 || !offer.isSure}
            pending={isAsking}
            onClick={() => open(where)}
          >
            Place Order
          </Button>
        </OrderButton>
        <Hint session={session} quantity={quantity} />
      </div>
      {draft && session.user ? (
        <OrderDialog
          open
          product={product}
          draft={draft}
          user={session.user}
          onClose={close}
          onRefused={handleRefused}
        />
      ) : null}
    </>
  )
}

type OrderButtonProps = { session: Session; quantity: number; children: ReactNode }

/** `children` for somebody signed in; for others what comes before it. */
const OrderButton = ({ session: { status }, quantity, children }: OrderButtonProps) => {
  if (status === 'in') return children
  return status === 'unknown' ? <AskAgain /> : <LoginToOrder isKnown={status === 'out'} quantity={quantity} />
}

/**
 * The link to the login page and back, with the quantity. Shown once the session is known, and without a script always.
 */
function LoginToOrder({ isKnown, quantity }: { isKnown: boolean; quantity: number }) {
  const { pathname, search } = useLocation()
  const to = loginPath({ pathname, search: `?${withQuantity(new URLSearchParams(search), quantity)}` })
  if (isKnown) {
    return (
      <LinkButton variant="key" size="lg" full to={to}>
        Login to order
      </LinkButton>
    )
  }
  return (
    <>
      <div className="busy">
        <Spinner label="Looking up who you are" />
      </div>
      <noscript>
        <a className={buttonClass({ variant: 'key', size: 'lg', full: true }, 'mb-4')} href={to}>
          Login to order
        </a>
        <p className="hint">To place an order your browser must run JavaScript, which is switched off.</p>
      </noscript>
    </>
  )
}

/** The session could not be fetched, and an order needs it. */
function AskAgain() {
  const { asking, askAgain } = useAskAgain()
  return (
    <ErrorNote what="We could not find out who you are." onRetry={askAgain} pending={asking}>
      You may be signed in all the same. Try again before you order.
    </ErrorNote>
  )
}

/** Says what Add has done, and the next step. */
function Hint({ session, quantity }: { session: Session; quantity: number }) {
  const site = useSite()
  const whole = inHours(site?.orderHoldHours)
  const time =
    session.user?.emailVerified === false
      ? `${inHours(site?.unverifiedHoldHours)}, and for ${whole} once your e-mail is verified`
      : whole
  const held = `Nothing is charged yet. We hold the pieces for ${time}; you pay from My Orders.`
  const chosen = quantity ? held : ADD_FIRST
  const next = session.status === 'out' ? 'The login leads back here, and your quantity with it.' : chosen
  return (
    <p className="hint" role="status">
      {quantity ? `${pieces(quantity)} added. ` : null}
      {next}
    </p>
  )
}
