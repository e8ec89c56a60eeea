import { useEffect, useRef } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import { useSession } from '../../accounts/session/session.ts'
import { ask, client } from '../../client.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import type { GoesWith } from '../../parts/contract.ts'
import { fullName } from '../../products/full-name.ts'
import { factsHere } from '../../sums/facts-here.ts'
import { useTaxWord } from '../../sums/use-tax-word.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { grouped } from '../../wire/grouped.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import { loadCart, type Shown } from '../cart-in-browser.ts'
import { CartLineRow } from '../cart-line.tsx'
import { CartSum } from '../cart-sum.tsx'
import { ForMine } from '../for-mine.tsx'
import { GoesWithList } from '../goes-with.tsx'
import { keyOf } from '../key-of-line.ts'
import { SaveList } from '../save-list.tsx'
import { useCart } from '../use-cart.ts'
import { useNewerPrices } from '../use-newer-prices.ts'
import { type Quoted, quoteOf, useQuote } from '../use-quote.ts'
import { WaitingLines } from '../waiting-lines.tsx'
import '../cart.css'
import type { Route } from './+types/cart.ts'

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Cart · Parts House',
    description: 'The parts of a job, ordered at once and paid by one card payment.',
    path: href('/cart'),
    noindex: true,
  })

/** How many lines what goes with them is asked for. */
const MOST_ASKED = 20

type Loaded = { cart?: Shown; quote?: Quoted; beside?: GoesWith[]; error?: string }

export async function clientLoader(): Promise<Loaded> {
  try {
    const cart = await loadCart()
    if (cart.lines.length === 0) return { cart }
    const [quote, beside] = await Promise.all([quoteOf(cart, factsHere.read()), goesWith(cart)])
    return { cart, quote, beside }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return { error: error.message }
  }
}
clientLoader.hydrate = true as const

/** A cart is whole without it. */
async function goesWith({ lines }: Shown): Promise<GoesWith[]> {
  const ids = lines.flatMap(({ product }) => product?._id ?? [])
  const products = [...new Set(ids)].slice(0, MOST_ASKED).join(',')
  return products ? ask(client['goes-with'].$get({ query: { products } })).catch(() => []) : []
}

export function HydrateFallback() {
  return (
    <>
      <h1 className="mb-4">Cart</h1>
      <noscript>
        <p className="hint mb-4">To gather a cart your browser must run JavaScript, which is switched off.</p>
      </noscript>
      <div className="till" role="status" aria-label="Loading">
        <Skeleton height={320} />
        <Skeleton height={260} />
      </div>
    </>
  )
}

export default function CartPage({ loaderData: { cart, quote, beside, error } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const isOther = useIsOther(cart)
  useEffect(() => {
    if (isOther) void revalidate()
  }, [isOther, revalidate])
  if (isOther) return <HydrateFallback />
  if (cart) return <Filled key={`${cart.of} ${cart.version}`} loaded={cart} quote={quote} beside={beside ?? []} />
  return (
    <>
      <h1 className="mb-4">Cart</h1>
      <ErrorNote what="The cart did not load." onRetry={revalidate} pending={state === 'loading'}>
        {error}
      </ErrorNote>
    </>
  )
}

/** Whether the user of this cart has logged out, or somebody else is logged in, perhaps in another tab. */
function useIsOther(cart: Shown | undefined) {
  const { status, user } = useSession()
  const isKnown = status === 'in' || status === 'out'
  return isKnown && cart !== undefined && cart.of !== user?.id
}

type FilledProps = { loaded: Shown; quote: Quoted | undefined; beside: GoesWith[] }

function Filled({ loaded, quote, beside }: FilledProps) {
  const { cart, edit, settle, add, takeOut, renew } = useCart(loaded)
  const missing = beside.filter(({ product }) => !cart.lines.some(({ productId }) => productId === product._id))
  const isKept = cart.version !== undefined
  const isTaxed = useTaxWord() !== ''
  return (
    <>
      <h1 className="mb-4">Cart</h1>
      <div className="tools border-t-2 border-ink pt-3">
        <span className="s14 soft">
          {isKept ? 'Kept for you on every device.' : 'Kept in this browser; the login takes it along.'}
          {isTaxed ? ' Its lines are priced excl. tax.' : ''}
        </span>
        <span className="count">{cart.lines.length > 0 ? <SaveList lines={cart.lines} /> : null}</span>
      </div>
      {isKept ? <WaitingLines /> : null}
      {cart.lines.length === 0 || !quote ? (
        <>
          <Empty
            action={
              <LinkButton variant="key" to={href('/products')}>
                See the products
              </LinkButton>
            }
          >
            Nothing is in your cart yet.
          </Empty>
          <p className="hint mt-4">
            Or paste a list of numbers into <Link to={href('/quick-order')}>Quick Order</Link>
            {isKept ? (
              <>
                , open one of <Link to={href('/dashboard/lists')}>your lists</Link>, or order again what you had under{' '}
                <Link to={href('/dashboard/myorders')}>My Orders</Link>
              </>
            ) : null}
            .
          </p>
        </>
      ) : (
        <div className="till">
          <ul className="cartlines">
            {cart.lines.map((line, at) => (
              <CartLineRow
                key={keyOf(line)}
                line={line}
                onChange={(changed, isTyping) => edit(at, changed, isTyping)}
                onSettle={settle}
                onTakeOut={() => takeOut(at)}
              />
            ))}
          </ul>
          <Sum cart={cart} loaded={quote} onNewer={renew} />
        </div>
      )}
      {cart.lines.length > 0 && missing.length > 0 ? (
        <section className="mt-10">
          <div className="head">
            <h2>Goes with it</h2>
          </div>
          <GoesWithList items={missing} isNamed>
            {(product) => (
              <Button
                size="sm"
                variant="ink"
                aria-label={`Add ${grouped(product.minOrder)} of ${fullName(product)}`}
                onClick={() => add({ product, quantity: product.minOrder })}
              >
                Add {grouped(product.minOrder)}
              </Button>
            )}
          </GoesWithList>
        </section>
      ) : null}
    </>
  )
}

type SumProps = { cart: Shown; loaded: Quoted; onNewer: () => Promise<void> }

/** The sum and the link to the till, which is closed while a line is not available. */
function Sum({ cart, loaded, onNewer }: SumProps) {
  const here = factsHere.use()
  const quoted = useQuote(cart, { ...here, company: '', taxNumber: '' }, loaded)
  useNewerPrices({ cart, quoted, load: onNewer })
  const typedCode = useRef(here.code)
  const applyCode = (code: string) => factsHere.write({ ...factsHere.read(), code })
  const first = cart.lines.find(({ problem }) => problem)
  return (
    <CartSum
      cart={cart}
      code={here.code}
      quoted={quoted}
      typedCode={typedCode}
      onCode={applyCode}
      label="Total"
      aside={<ForMine />}
      hint="Nothing is charged yet. Prices and stock are looked at again when you place the order."
    >
      {first ? (
        <>
          <Button variant="key" size="lg" full disabled>
            Checkout
          </Button>
          <p className="err" role="status">
            One line first: {first.product?.name ?? 'a part that is gone'} cannot be had as it is.
          </p>
        </>
      ) : (
        <LinkButton variant="key" size="lg" full to={href('/checkout')} onClick={() => applyCode(typedCode.current)}>
          Checkout
        </LinkButton>
      )}
    </CartSum>
  )
}
