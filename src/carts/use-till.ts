import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { href, useNavigate, useRevalidator } from 'react-router'
import { useSession } from '../accounts/session/session.ts'
import { loadAnew } from '../accounts/session/token.ts'
import { useRefused } from '../accounts/session/use-refused.ts'
import type { WhereForm } from '../addresses/contract.ts'
import { keepTyped, wholeWhere } from '../addresses/where-form.ts'
import { ask, client } from '../client.ts'
import { useMyAppliance } from '../fits/appliances-here.ts'
import { keyed } from '../keyed.ts'
import { tellPlaced } from '../orders/placed-before.ts'
import { useSending } from '../orders/use-sending.ts'
import { factsHere } from '../sums/facts-here.ts'
import { toastBad, toastOk } from '../ui/toast.ts'
import { useDraft } from '../ui/use-draft.ts'
import { useIsHere } from '../ui/use-is-here.ts'
import { isOver } from '../ui/user-here.ts'
import { ProblemError } from '../wire/problem-error.ts'
import { cartHere } from './cart-here.ts'
import { loadCart } from './cart-in-browser.ts'
import type { LoadedTill } from './load-till.ts'
import { useNewerPrices } from './use-newer-prices.ts'
import { useQuote } from './use-quote.ts'

/** A list for the shelf is for no appliance. */
export type TypedAtTill = WhereForm & { reference: string; note: string; isForShelf: boolean }

const UNTOLD = 'Tell us the appliance first, or say that it is for the shelf.'

/** What is typed at the till, what it costs, and how it is placed. */
export function useTill(loaded: LoadedTill) {
  const { cart, addresses, begun, facts } = loaded
  const form = useForm<TypedAtTill>({ defaultValues: { ...begun, reference: '', note: '', isForShelf: false } })
  const { user } = useSession()
  useDraft(user && 'checkout', form, wholeWhere(form.getValues, addresses))
  const code = useTypedCode(facts.code)
  const [country, company, taxNumber] = useWatch({ control: form.control, name: ['country', 'company', 'taxNumber'] })
  const quoted = useQuote(cart, { country, company, taxNumber, code: code.applied }, loaded.quote)
  const { revalidate, state } = useRevalidator()
  useNewerPrices({ cart, quoted, load: revalidate })
  return { form, code, quoted, isLoading: state === 'loading', ...usePlacing({ form, ...loaded, code, quoted }) }
}

/** The discount code that the sum is reckoned with, and what stands in its field. */
function useTypedCode(first: string) {
  const [applied, setApplied] = useState(first)
  const typed = useRef(first)
  const apply = (next: string) => {
    setApplied(next)
    factsHere.write({ ...factsHere.read(), code: next })
  }
  /** Applies what is typed, where that is another code; answers whether it is. */
  const applyTyped = () => {
    if (typed.current === applied) return false
    apply(typed.current)
    const isNow = typed.current ? 'looked at' : 'taken out'
    toastOk(`Your discount code is ${isNow}. Place the order once the sum is right.`)
    return true
  }
  return { applied, typed, apply, applyTyped }
}

type Placing = Pick<LoadedTill, 'cart'> & {
  form: UseFormReturn<TypedAtTill>
  code: ReturnType<typeof useTypedCode>
  quoted: ReturnType<typeof useQuote>
}

function usePlacing({ form, cart, code, quoted }: Placing) {
  const mine = useMyAppliance()
  const isHere = useIsHere()
  const { sending, renew } = useSending('till')
  const [isPlaced, setPlaced] = usePlaced(renew)
  const navigate = useNavigate()
  const send = async (typed: TypedAtTill) => {
    await keepTyped(typed)
    form.setValue('isKept', false)
    const json = bodyOf(typed, { cart, code, quoted })
    const sent = await sending((key) => ask(client.checkouts.$post({ json }, keyed(key))))
    form.reset(typed)
    if ('before' in sent) {
      const path = tellPlaced(sent.before)
      return isHere.current && navigate(path)
    }
    const placed = sent.answer
    setPlaced(true)
    if (isOver()) return await loadAnew()
    const { code: codeNow } = factsHere.read()
    // Another one may have been applied for the next order since.
    factsHere.write({ country: json.country, code: codeNow === code.applied ? '' : codeNow })
    const payment = href('/dashboard/payment/:paymentId', { paymentId: placed.number })
    if (isHere.current) {
      cartHere.write({ ...cartHere.read(), count: 0 })
      return window.location.assign(payment)
    }
    // More may be in the cart since the till was left.
    void loadCart().catch(() => undefined)
    toastOk(`${placed.number} is placed.`, { link: { href: payment, label: 'Pay it' } })
  }
  const { problem, forget, handleRefused } = useRefusedOrder({ form, isHere, again: quoted.again })
  const place = async (typed: TypedAtTill) => {
    forget()
    if (code.applyTyped()) return
    if (!mine && !typed.isForShelf) return form.setError('isForShelf', { message: UNTOLD }, { shouldFocus: true })
    await send(typed).catch((error) => handleRefused(error))
  }
  return { place, problem, isPlaced }
}

/** The order as it is sent. A code that is refused goes without. */
function bodyOf(typed: TypedAtTill, { cart, code, quoted: { quote } }: Pick<Placing, 'cart' | 'code' | 'quoted'>) {
  const { kept: _, isKept: __, name: ___, isForShelf: ____, ...sent } = typed
  const lines = cart.lines.map(({ productId, quantity, reference }) => ({ productId, quantity, reference }))
  const isRight = !quote.problems.some(({ field }) => field === 'code')
  return { ...sent, lines, code: isRight ? code.applied : '', price: quote.price, cart: cart.version }
}

/** Whether the order is placed. After Back out of the browser's memory it is, and its cart is empty: `onBack` runs then. */
function usePlaced(onBack: () => void) {
  const { revalidate } = useRevalidator()
  const [isPlaced, setPlaced] = useState(false)
  const back = useRef(onBack)
  useEffect(() => {
    const judgeAnew = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setPlaced(false)
      back.current()
      void revalidate()
    }
    addEventListener('pageshow', judgeAnew)
    return () => removeEventListener('pageshow', judgeAnew)
  }, [revalidate])
  return [isPlaced, setPlaced] as const
}

type Refusals = Pick<Placing, 'form'> & { isHere: ReturnType<typeof useIsHere>; again: () => void }

/** Why the order was not placed: its lines or its sum are others by now, or a field is wrong. */
function useRefusedOrder({ form, isHere, again }: Refusals) {
  const refused = useRefused(form)
  const { revalidate } = useRevalidator()
  const [problem, setProblem] = useState<ProblemError>()
  const handleRefused = async (error: unknown) => {
    if (!isHere.current || !(error instanceof ProblemError) || error.status !== 409) return refused(error)
    if (error.field === 'cart') toastBad(error.message)
    setProblem(error)
    again()
    await revalidate()
  }
  return { problem, forget: () => setProblem(undefined), handleRefused }
}
