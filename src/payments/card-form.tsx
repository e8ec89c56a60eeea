import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeError } from '@stripe/stripe-js'
import { type FormEvent, useRef, useState } from 'react'
import type { Order } from '../orders/contract.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { takesFocus } from '../ui/focus.ts'
import { FormError } from '../ui/form-error.tsx'
import { formatMoney } from '../ui/format-money.ts'
import { useCardStyle } from './card-style.ts'

type CardFormProps = {
  stripe: Stripe
  order: Order
  /** The sum that is charged, in dollars. */
  sum: number
  clientSecret: string
  /** The charge is made; the form stays hidden until the shop has confirmed it. */
  onCharged: (transactionId: string) => Promise<void>
  /** The charge's outcome is unknown: look again. */
  onUnsure: () => Promise<void>
}

const UNKNOWN = 'The payment did not go through. Try again in a moment.'

export function CardForm({ stripe, ...props }: CardFormProps) {
  return (
    <Elements stripe={stripe} options={{ locale: 'en' }}>
      <CardFields {...props} />
    </Elements>
  )
}

function CardFields({ order, sum, clientSecret, onCharged, onUnsure }: Omit<CardFormProps, 'stripe'>) {
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const [error, setError] = useState<string>()
  const [sumSeen, setSumSeen] = useState(sum)
  // A ref, since state would be set too late for the second of two quick clicks.
  const underWay = useRef(false)

  const pay = async () => {
    const card = elements?.getElement(CardElement)
    if (!stripe || !card) return
    const billing = { name: order.userName, email: order.email }
    const payment = { card, billing_details: billing }
    const result = await stripe.confirmCardPayment(clientSecret, { payment_method: payment })
    // Stripe refuses an intent that another tab has paid, with its own message.
    const intent = result.paymentIntent ?? result.error.payment_intent
    if (intent?.status === 'succeeded' || intent?.status === 'processing') return onCharged(intent.id)
    const isCards = isCardsFault(result.error)
    // Stripe's words for all else are for developers.
    setError((isCards && result.error?.message) || UNKNOWN)
    if (isCards) card.focus()
    else await onUnsure()
  }
  const handlePay = async (event: FormEvent) => {
    event.preventDefault()
    if (underWay.current) return
    underWay.current = true
    setPaying(true)
    setSumSeen(sum)
    setError(undefined)
    try {
      await pay()
    } catch {
      setError(UNKNOWN)
      await onUnsure()
    } finally {
      underWay.current = false
      setPaying(false)
    }
  }

  return (
    <form className="panel top" noValidate onSubmit={handlePay}>
      <div className="pad form">
        <CardField
          isPaying={isPaying}
          hasError={error !== undefined}
          onReady={() => setReady(true)}
          onError={setError}
        />
        {isPaying ? (
          <div className="busy" role="status" tabIndex={-1} ref={takesFocus}>
            <span className="spin" aria-hidden="true" />
            <span className="soft s14">Paying. Your bank may ask you to confirm.</span>
          </div>
        ) : (
          <Button variant="key" size="lg" full type="submit" disabled={!isReady}>
            Pay
          </Button>
        )}
        <FormError>
          {error && sum !== sumSeen ? `The sum is ${formatMoney(sum)} now. Look at it, and pay again.` : error}
        </FormError>
        <p className="hint">The card goes straight to the payment provider. We never see its number.</p>
      </div>
    </form>
  )
}

const isCardsFault = (error: StripeError | undefined) =>
  error?.type === 'card_error' || error?.type === 'validation_error' || error?.code === AUTHENTICATION_FAILED
const AUTHENTICATION_FAILED = 'payment_intent_authentication_failure'

type CardFieldProps = {
  isPaying: boolean
  hasError: boolean
  onReady: () => void
  onError: (message: string | undefined) => void
}

/** One line for number, date and code; each is a field of the provider's own, in its own document. */
function CardField({ isPaying, hasError, onReady, onError }: CardFieldProps) {
  const style = useCardStyle()
  const [hasFocus, setFocus] = useState(false)
  const look = classes(
    'in flex h-auto min-h-10 items-center py-[7px]',
    hasFocus && 'border-focus outline-2 -outline-offset-1 outline-focus',
    hasError && !hasFocus && 'border-bad',
  )
  return (
    <div className="field">
      <label className="flabel" htmlFor="card">
        Card
      </label>
      <div className={look}>
        <CardElement
          id="card"
          className="min-w-0 flex-1"
          options={{ style, hidePostalCode: true, disableLink: true, disabled: isPaying }}
          onReady={onReady}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
          onChange={(event) => onError(event.error?.message)}
        />
      </div>
    </div>
  )
}
