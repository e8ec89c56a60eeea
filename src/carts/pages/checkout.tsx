import { FormProvider, useWatch } from 'react-hook-form'
import { href, useRevalidator } from 'react-router'
import { LeaveWhenOut } from '../../accounts/session/leave-when-out.tsx'
import { signedInOnly } from '../../accounts/session/require-session.ts'
import { sessionKept, shownProblem } from '../../accounts/session/session-lost.ts'
import { pageMeta } from '../../document/meta.ts'
import { dueLabel } from '../../sums/sum-rows.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Submit } from '../../ui/submit.tsx'
import { CartSum } from '../cart-sum.tsx'
import { type LoadedTill, loadTill } from '../load-till.ts'
import { TillProblem } from '../till-problem.tsx'
import { TillSteps } from '../till-steps.tsx'
import { useTill } from '../use-till.ts'
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

export const clientMiddleware = [signedInOnly, sessionKept]

export async function clientLoader() {
  try {
    return { till: await loadTill() }
  } catch (error) {
    return { problem: shownProblem(error) }
  }
}
clientLoader.hydrate = true as const

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
function Till({ loaded }: { loaded: LoadedTill }) {
  const { cart, where, addresses } = loaded
  const { form, code, quoted, isLoading, place, problem, isPlaced } = useTill(loaded)
  const [address, kept] = useWatch({ control: form.control, name: ['address', 'kept'] })
  const { errors, isSubmitting } = form.formState
  return (
    <>
      <div className="tools border-t-2 border-ink pt-3">
        <span className="s14 soft">One page. The card is asked for after this, on the payment page.</span>
      </div>
      <form className="till" noValidate onSubmit={form.handleSubmit(place)}>
        <FormProvider {...form}>
          <TillSteps lines={cart.lines} addresses={addresses} typed={where} isListed={quoted.quote.needsCountry} />
        </FormProvider>
        <CartSum
          cart={cart}
          code={code.applied}
          typedCode={code.typed}
          quoted={quoted}
          onCode={code.apply}
          label={dueLabel(quoted.quote)}
          more={sendTo(addresses.find(({ _id }) => _id === kept) ?? { street: address })}
          hint="One order, one payment. If one line cannot be had, nothing is charged and you are told which."
        >
          {problem ? <TillProblem problem={problem} lines={cart.lines} /> : null}
          <FormError>{errors.root?.message}</FormError>
          <Submit pending={isSubmitting || isPlaced || isLoading || !quoted.isCurrent}>Place and pay</Submit>
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
