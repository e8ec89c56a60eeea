import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { href, redirect, useNavigate, useRevalidator } from 'react-router'
import { LeaveWhenOut } from '../../accounts/session/leave-when-out.tsx'
import { signedInOnly } from '../../accounts/session/require-session.ts'
import { readySession, useSession } from '../../accounts/session/session.ts'
import { sessionKept, shownProblem } from '../../accounts/session/session-lost.ts'
import { loadAnew } from '../../accounts/session/token.ts'
import { useRefused } from '../../accounts/session/use-refused.ts'
import type { WhereForm } from '../../addresses/contract.ts'
import { keepTyped, whereBegun, wholeWhere } from '../../addresses/where-form.ts'
import { WhereTo } from '../../addresses/where-to.tsx'
import { ask, client } from '../../client.ts'
import { pageMeta } from '../../document/meta.ts'
import { useMyAppliance } from '../../fits/appliances-here.ts'
import { keyed } from '../../keyed.ts'
import { lastAddress } from '../../orders/last-address.ts'
import { isPlacedBefore, PLACED_BEFORE, useKeyOfSum } from '../../orders/use-key-of-sum.ts'
import { factsHere } from '../../sums/facts-here.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Field } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Submit } from '../../ui/submit.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toastBad, toastOk } from '../../ui/toast.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { useIsHere } from '../../ui/use-is-here.ts'
import { isOver } from '../../ui/user-here.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import { cartHere } from '../cart-here.ts'
import { loadCart } from '../cart-in-browser.ts'
import { CartSum } from '../cart-sum.tsx'
import { CheckoutLines } from '../checkout-lines.tsx'
import { ForAppliance } from '../for-appliance.tsx'
import { isUnheard, noted } from '../placing.ts'
import { TillProblem } from '../till-problem.tsx'
import { quoteOf, useQuote } from '../use-quote.ts'
import '../cart.css'
import '../checkout.css'
import type { Route } from './+types/checkout.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Checkout · Parts House',
    description: 'Where the parts go, and what they cost together.',
    path: href('/checkout'),
    noindex: true,
  })

/** The maximum length of the note for the carrier. */
const MOST_LETTERS = 500
const UNTOLD = 'Tell us the appliance first, or say that it is for the shelf.'

/** A list for the shelf is for no appliance. */
type Sent = WhereForm & { reference: string; note: string; isForShelf: boolean }

export const clientMiddleware = [signedInOnly, sessionKept]

export async function clientLoader() {
  try {
    return { till: await loadTill() }
  } catch (error) {
    return { problem: shownProblem(error) }
  }
}
clientLoader.hydrate = true as const

async function loadTill() {
  const { user } = await readySession()
  const [cart, where, addresses] = await Promise.all([
    loadCart(),
    lastAddress(user?.email ?? ''),
    ask(client.addresses.$get()),
  ])
  if (cart.lines.length === 0 && isUnheard()) {
    toastOk('Your order may be placed. Look for it here.')
    throw redirect(href('/dashboard/myorders'))
  }
  if (cart.lines.length === 0 || cart.lines.some(({ problem }) => problem)) throw redirect(href('/cart'))
  const begun = whereBegun(addresses, where)
  const { country, company, taxNumber } = begun
  const facts = { country, company, taxNumber, code: factsHere.read().code }
  return { cart, where, addresses, begun, facts, quote: await quoteOf(cart, facts) }
}

export function HydrateFallback() {
  return (
    <>
      <h1 className="mb-4">Checkout</h1>
      <noscript>
        <p className="hint mb-4">To order a cart your browser must run JavaScript, which is switched off.</p>
      </noscript>
      <div className="till" role="status" aria-label="Loading">
        <Skeleton height={420} />
        <Skeleton height={260} />
      </div>
    </>
  )
}

export default function CheckoutPage({ loaderData: { till, problem } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <h1 className="mb-4">Checkout</h1>
      {till ? (
        <Till loaded={till} />
      ) : (
        <ErrorNote what="The checkout did not load." onRetry={revalidate} pending={state === 'loading'}>
          {problem.message}
        </ErrorNote>
      )}
      <LeaveWhenOut />
    </>
  )
}

/** The till on one page: appliance, address, note, lines and sum. The payment page asks for the card. */
function Till({ loaded }: { loaded: Awaited<ReturnType<typeof loadTill>> }) {
  const { cart, where, addresses, begun } = loaded
  const form = useForm<Sent>({
    defaultValues: { ...begun, reference: '', note: '', isForShelf: false },
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  const mine = useMyAppliance()
  const refused = useRefused(form)
  const isHere = useIsHere()
  const { user } = useSession()
  useDraft(user && 'checkout', form, wholeWhere(form.getValues, addresses))
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<ProblemError>()
  const [isPlaced, setPlaced] = useState(false)
  useEffect(() => {
    // After Back out of the browser's memory the order is placed, and its cart is empty.
    const judgeAnew = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setPlaced(false)
      void revalidate()
    }
    addEventListener('pageshow', judgeAnew)
    return () => removeEventListener('pageshow', judgeAnew)
  }, [revalidate])
  const [code, setCode] = useState(loaded.facts.code)
  const typedCode = useRef(code)
  const [country, company, taxNumber, address, kept, note] = useWatch({
    control: form.control,
    name: ['country', 'company', 'taxNumber', 'address', 'kept', 'note'],
  })
  const quoted = useQuote(cart, { country, company, taxNumber, code }, loaded.quote)
  const { quote } = quoted
  const { sending, renewAfter } = useKeyOfSum(quote.price)
  const applyCode = (next: string) => {
    setCode(next)
    factsHere.write({ ...factsHere.read(), code: next })
  }

  const place = async ({ isForShelf, ...typed }: Sent) => {
    setProblem(undefined)
    if (typedCode.current !== code) {
      applyCode(typedCode.current)
      const isNow = typedCode.current ? 'looked at' : 'taken out'
      return toastOk(`Your discount code is ${isNow}. Place the order once the sum is right.`)
    }
    if (!mine && !isForShelf) return form.setError('isForShelf', { message: UNTOLD }, { shouldFocus: true })
    try {
      await keepTyped(typed)
      form.setValue('isKept', false)
      const { kept: _, isKept: __, name: ___, ...sent } = typed
      const lines = cart.lines.map(({ productId, quantity, reference }) => ({ productId, quantity, reference }))
      const isRight = !quote.problems.some(({ field }) => field === 'code')
      const json = { ...sent, lines, code: isRight ? code : '', price: quote.price, cart: cart.version }
      const placed = await noted(() => sending((key) => ask(client.checkouts.$post({ json }, keyed(key)))))
      setPlaced(true)
      form.reset({ ...typed, isForShelf })
      if (isOver()) return await loadAnew()
      factsHere.write({ country: sent.country, code: '' })
      cartHere.write({ ...cartHere.read(), count: 0 })
      const payment = href('/dashboard/payment/:paymentId', { paymentId: placed.number })
      if (isHere.current) window.location.assign(payment)
      else toastOk(`${placed.number} is placed.`, { link: { href: payment, label: 'Pay it' } })
    } catch (error) {
      if (isPlacedBefore(error)) {
        form.reset({ ...typed, isForShelf })
        toastOk(PLACED_BEFORE)
        return isHere.current && navigate(href('/dashboard/myorders'))
      }
      renewAfter(error)
      if (!isHere.current || !(error instanceof ProblemError) || error.status !== 409) return refused(error)
      if (error.field === 'cart') toastBad(error.message)
      setProblem(error)
      quoted.again()
      await revalidate()
    }
  }

  return (
    <>
      <div className="tools border-t-2 border-ink pt-3">
        <span className="s14 soft">One page. The card is asked for after this, on the payment page.</span>
      </div>
      <form className="till" noValidate onSubmit={form.handleSubmit(place)}>
        <ol className="way">
          <Step number={1} title={mine ? 'Appliance' : 'Which appliance is it for?'}>
            <ForAppliance lines={cart.lines} shelf={register('isForShelf')} error={errors.isForShelf?.message} />
          </Step>
          <Step number={2} title="Where shall it go?">
            <FormProvider {...form}>
              <WhereTo addresses={addresses} typed={where} isListed={quote.needsCountry}>
                <Field
                  label="Your reference"
                  hint="Stands on the receipt."
                  autoComplete="off"
                  error={errors.reference?.message}
                  {...register('reference')}
                />
              </WhereTo>
            </FormProvider>
          </Step>
          <Step number={3} title="Note for the delivery">
            <TextArea
              label="Note for the delivery"
              labelHidden
              rows={2}
              maxLength={MOST_LETTERS}
              hint={
                <span className="flex justify-between gap-4">
                  <span>The carrier reads this. No card numbers.</span>
                  <span>
                    {note.length} of {MOST_LETTERS}
                  </span>
                </span>
              }
              error={errors.note?.message}
              {...register('note')}
            />
          </Step>
          <Step
            number={4}
            title="Lines"
            aside={
              <LinkButton size="sm" to={href('/cart')}>
                Back to the cart
              </LinkButton>
            }
          >
            <CheckoutLines lines={cart.lines} />
          </Step>
        </ol>
        <CartSum
          cart={cart}
          code={code}
          typedCode={typedCode}
          quoted={quoted}
          onCode={applyCode}
          label="To pay"
          more={sendTo(addresses.find(({ _id }) => _id === kept) ?? { street: address })}
          hint="One order, one payment. If one line cannot be had, nothing is charged and you are told which."
        >
          {problem ? <TillProblem problem={problem} lines={cart.lines} /> : null}
          <FormError>{errors.root?.message}</FormError>
          <Submit pending={isSubmitting || isPlaced || !quoted.isCurrent}>Place and pay</Submit>
        </CartSum>
      </form>
    </>
  )
}

/** Where it goes, as short as it can be told: the name of a kept address, and the first line of any. */
function sendTo({ name, street }: { name?: string; street: string }) {
  const [first = ''] = street.split('\n')
  const value = [name, first.trim()].filter(Boolean).join(', ')
  return value ? [{ label: 'Send to', value }] : []
}

type StepProps = { number: number; title: string; aside?: React.ReactNode; children: React.ReactNode }

const Step = ({ number, title, aside, children }: StepProps) => (
  <li className={number === 1 ? 'here' : undefined}>
    <span className="no" aria-hidden="true">
      {number}
    </span>
    <h2>{title}</h2>
    {aside ?? <span />}
    <div className="inner">{children}</div>
  </li>
)
