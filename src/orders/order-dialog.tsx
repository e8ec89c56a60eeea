import { useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { href, useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import { useSessionLost } from '../accounts/session/use-session-lost.ts'
import { loginPath } from '../accounts/session/way-back.ts'
import { ask, client } from '../client.ts'
import { keyed } from '../keyed.ts'
import type { Product } from '../products/contract.ts'
import { pieces, priceEach } from '../products/per-pieces.ts'
import { eachAt, termsOf } from '../products/total.ts'
import { COUNTRY_ADDS, dueLabel, WITHOUT_BOTH } from '../sums/sum-rows.ts'
import { useTaxWord } from '../sums/use-tax-word.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { formatMoney } from '../ui/format-money.ts'
import { KeyValues } from '../ui/key-values.tsx'
import { toastBad, toastOk } from '../ui/toast.ts'
import { useGoWhileHere } from '../ui/use-go-while-here.ts'
import { useIsHere } from '../ui/use-is-here.ts'
import { useKeptOnLeaving } from '../ui/use-kept-on-leaving.ts'
import { toDollars } from '../wire/money.ts'
import { ProblemError } from '../wire/problem-error.ts'
import type { PlacedOrder } from './checkout-contract.ts'
import type { Delivery } from './contract.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { lastAddress } from './last-address.ts'
import { draftName, type OrderDraft, sentFrom } from './order-draft.ts'
import { tellPlaced } from './placed-before.ts'
import { useSending } from './use-sending.ts'
import { useSum } from './use-sum.ts'

type Where = z.input<typeof Delivery>

const FIELDS = ['country', 'address', 'phone'] as const

const resolver = checkedBy(async () => (await import('./contract.ts')).Delivery)

type OrderDialogProps = {
  open: boolean
  product: Product
  draft: OrderDraft
  user: { email: string; name: string }
  onClose: () => void
  onRefused: (problem: ProblemError, where: Where) => void
}

/** Asks for country, address and phone, prefilled from the last order or the profile, then places the order once. */
export default function OrderDialog(props: OrderDialogProps) {
  const { open, product, draft } = props
  const { form, sum, handlePlace, handleClose } = useOrdering(props)
  const { errors, isSubmitting } = form.formState
  return (
    <Dialog
      open={open}
      onClose={handleClose}
      title={`Order ${product.name}`}
      lead={<Costs product={product} quantity={draft.quantity} {...sum} />}
      onSubmit={handlePlace}
      footer={
        <>
          <Button onClick={handleClose}>Cancel</Button>
          <Button variant="key" type="submit" pending={isSubmitting}>
            Place Order
          </Button>
        </>
      }
    >
      <DeliveryFields register={form.register} errors={errors} />
      <p className="hint">
        {sum.awaitsCountry ? `${COUNTRY_ADDS} ` : ''}You may leave these empty now. We ask again before payment.
      </p>
      <FormError>{errors.root?.message}</FormError>
    </Dialog>
  )
}

type CostsProps = Pick<OrderDialogProps, 'product'> & { quantity: number } & Omit<ReturnType<typeof useSum>, 'tell'>

function Costs({ product, quantity, cents, listed, awaitsCountry }: CostsProps) {
  const taxWord = useTaxWord()
  const word = awaitsCountry ? `, ${WITHOUT_BOTH}` : taxWord
  return (
    <KeyValues
      rows={[
        {
          label: `${pieces(quantity)} at ${priceEach(eachAt(termsOf(product), quantity))}${word}`,
          value: <Cents value={listed} />,
        },
        ...(cents === listed
          ? []
          : [{ label: dueLabel({ awaitsCountry }, 'To pay in all'), value: <Cents value={cents} /> }]),
      ]}
    />
  )
}

const Cents = ({ value }: { value: number }) => <b className="whitespace-nowrap">{formatMoney(toDollars(value))}</b>

/** The form of an order, what it costs, and how it is placed. */
function useOrdering({ open, product, draft, user, onClose, onRefused }: OrderDialogProps) {
  const navigate = useNavigate()
  const location = useLocation()
  const sessionLost = useSessionLost()
  const form = useForm<Where>({ resolver, defaultValues: { country: '', address: '', phone: '', ...draft.where } })
  usePrefilled(form, draft.where ? undefined : user.email)
  const { tell, ...sum } = useSum(form.control, { product, quantity: draft.quantity })
  const { letGo } = useKeptOnLeaving<OrderDraft>(draftName(product._id), open, () => ({
    quantity: draft.quantity,
    where: form.getValues(),
  }))
  const { sending } = useSending(sentFrom(product))
  const isHere = useIsHere(open)
  const goTo = useGoWhileHere()
  const refuse = (message: string) => (isHere.current ? form.setError('root', { message }) : toastBad(message))
  const showPlaced = (before: PlacedOrder | null) => {
    letGo()
    return goTo(tellPlaced(before))
  }
  const send = async (where: Where) => {
    const sent = await sending((key) => place({ where, product, draft, user, cents: sum.cents, key }))
    if ('before' in sent) return showPlaced(sent.before)
    const { _id, checkoutId } = sent.answer
    if (sent.isAgain && !(await awaitsPayment(checkoutId))) return showPlaced(sent.answer)
    const link = { href: href('/dashboard/payment/:paymentId', { paymentId: _id }), label: 'Pay now' }
    letGo()
    toastOk('Yay! Order Success', { link })
    await goTo(href('/products'))
  }
  const handleRefused = async (error: unknown, where: Where) => {
    if (await sessionLost(error)) return navigate(loginPath(location))
    if (!(error instanceof ProblemError)) throw error
    tell(where, error)
    // The panel of the page says it of a quantity.
    if (error.field === 'quantity') letGo()
    else refuse(error.message)
    onRefused(error, where)
  }
  const handlePlace = form.handleSubmit((where) => send(where).catch((error) => handleRefused(error, where)))
  const handleClose = () => {
    letGo()
    onClose()
  }
  return { form, sum, handlePlace, handleClose }
}

/** Fills an empty form from the last order or the profile of the user with this e-mail address. */
function usePrefilled(form: UseFormReturn<Where>, email: string | undefined) {
  useEffect(() => {
    if (!email) return
    let gone = false
    void lastAddress(email).then((where) => {
      const isBlank = Object.values(form.getValues()).every((typed) => !typed)
      if (gone || !isBlank) return
      // A form reset would discard text that was typed before React rendered.
      for (const field of FIELDS) form.setValue(field, where[field])
    })
    return () => {
      gone = true
    }
  }, [email, form])
}

/** False also where it cannot be asked: the page of the order says it. */
const awaitsPayment = (id: string) =>
  ask(client.checkouts[':id'].$get({ param: { id } })).then(
    ({ status }) => status === 'unpaid',
    () => false,
  )

type Placed = Pick<OrderDialogProps, 'product' | 'draft' | 'user'> & { where: Where; cents: number; key: string }

const place = ({ where, product, draft: { quantity }, cents, user, key }: Placed) =>
  ask(
    client.order.$post(
      {
        json: {
          ...where,
          userName: user.name,
          email: user.email,
          productId: product._id,
          productName: product.name,
          quantity,
          price: toDollars(cents),
          paid: false,
        },
      },
      keyed(key),
    ),
  )
