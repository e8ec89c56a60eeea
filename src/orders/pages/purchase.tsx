import { lazy, Suspense, useEffect, useState } from 'react'
import { data, href, redirect, useRevalidator } from 'react-router'
import { loginPath } from '../../accounts/session/from.ts'
import { LeaveWhenOut } from '../../accounts/session/leave-when-out.tsx'
import { readySession, useSession } from '../../accounts/session/session.ts'
import { ask } from '../../client.ts'
import { apiContext } from '../../document/api-context.ts'
import { pageMeta } from '../../document/meta.ts'
import { useSite } from '../../document/use-site.ts'
import type { Product } from '../../products/contract.ts'
import { perPieces } from '../../products/per-pieces.ts'
import { INVALID_QUANTITY, isValidQuantity, totalCents } from '../../products/total.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { takeDraft } from '../../ui/draft.ts'
import { formatMoney } from '../../ui/format-money.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { TitleBlock } from '../../ui/title-block.tsx'
import { toastBad } from '../../ui/toast.ts'
import { grouped } from '../../wire/grouped.ts'
import { toCents, toDollars } from '../../wire/money.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import { inHours } from '../in-hours.ts'
import { draftName, type OrderDraft } from '../order-draft.ts'
import { productJsonLd } from '../product-json-ld.ts'
import type { Route } from './+types/purchase.ts'

const OrderDialog = lazy(() => import('../order-dialog.tsx'))

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: 'Not found · Parts House' }]
  const { product } = loaderData
  const path = href('/purcess/:id', { id: product._id })
  const title = `${product.name}${product.number ? ` ${product.number}` : ''} · Parts House`
  return [
    ...pageMeta({ matches, title, description: product.description, path, image: product.img }),
    ...productJsonLd(product, matches),
  ]
}

/** The facts are public and finished on the server; ordering needs somebody signed in. */
export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    return { product: await ask(context.get(apiContext).product[':id'].$get({ param: { id: params.id } })) }
  } catch (error) {
    if (error instanceof ProblemError) throw data(error.problem, { status: error.status || 503 })
    throw error
  }
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const { status } = await readySession()
  if (status === 'out') throw redirect(loginPath(new URL(request.url)))
  return serverLoader()
}
clientLoader.hydrate = true as const

export default function Purchase({ loaderData: { product } }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumb items={[{ label: 'Products', to: href('/products') }, { label: product.name }]} />
      <div className="buy">
        <div className="grid gap-4">
          <div className="plate">
            <Picture src={product.img} alt={`Drawing of the ${product.name}`} width={512} height={512} priority />
          </div>
          <p className="soft">{product.description}</p>
          <Attributes product={product} />
        </div>
        <div className="panel top">
          <div className="pad">
            {product.number ? <p className="lab code">{product.number}</p> : null}
            <h1>{product.name}</h1>
          </div>
          <TitleBlock
            kind="facts"
            facts={[
              { label: 'Unit Price', value: <Price value={product.unitPrice} />, note: perPieces(product) },
              { label: 'Stock', value: grouped(product.stock) },
              { label: 'Minimum Order', value: grouped(product.minOrder) },
            ]}
          />
          {product.stock < product.minOrder ? (
            <SoldOut product={product} />
          ) : (
            <Purchasing key={product._id} product={product} />
          )}
        </div>
      </div>
    </>
  )
}

function Attributes({ product }: { product: Product }) {
  const rows = Object.entries(product.attributes)
  if (rows.length === 0) return null
  return (
    <dl className="kv panel top">
      {rows.flatMap(([name, { value, unit }]) => [
        <dt key={name}>{name}</dt>,
        <dd key={`${name} value`}>{measureOf(value, unit)}</dd>,
      ])}
    </dl>
  )
}

/** `2,400 rpm`, `−30 °C`, `R-600a`: number and unit do not part. */
function measureOf(value: string | number, unit: string) {
  const text = typeof value === 'number' ? grouped(value).replace('-', '−') : value
  return unit ? `${text}\u00a0${unit}` : text
}

function SoldOut({ product }: { product: Product }) {
  return (
    <div className="pad grid gap-4">
      <p>
        <b>Sold out.</b>{' '}
        {product.stock > 0
          ? `Only ${product.stock} left, less than the minimum order of ${product.minOrder}.`
          : 'Nothing is left on the shelf.'}
      </p>
      <LinkButton to={href('/products')} variant="ink">
        See other products
      </LinkButton>
    </div>
  )
}

/** Quantity, confirmed with Add, then Place Order. */
function Purchasing({ product }: { product: Product }) {
  const session = useSession()
  const { revalidate } = useRevalidator()
  const [typed, setTyped] = useState<number | null>(product.minOrder)
  const [quantity, setQuantity] = useState(0)
  const [error, setError] = useState<string>()
  const [draft, setDraft] = useState<OrderDraft>()
  const [where, setWhere] = useState<OrderDraft['where']>()
  const hours = useSite()?.orderHoldHours

  useEffect(() => {
    const kept = session.user && takeDraft<OrderDraft>(draftName(product, session.user))
    if (!kept) return
    setTyped(kept.quantity)
    setQuantity(kept.quantity)
    setDraft(kept)
  }, [session.user, product])

  const handleType = (value: number | null) => {
    setTyped(value)
    setQuantity(0)
    setError(undefined)
  }
  const handleAdd = () => {
    if (typed !== null && isValidQuantity(product, typed)) return setQuantity(typed)
    setQuantity(0)
    setError(INVALID_QUANTITY)
    toastBad(INVALID_QUANTITY)
  }
  const handleRefused = (problem: ProblemError, typedWhere: OrderDraft['where']) => {
    if (problem.field === 'quantity') {
      setWhere(typedWhere)
      setDraft(undefined)
      setQuantity(0)
      setError(problem.message)
      toastBad(problem.message)
    }
    if (problem.status === 409 || problem.status === 404) void revalidate()
  }
  const total = toDollars(totalCents(toCents(product.unitPrice), product.minOrder, typed ?? 0))
  const bounds = `From ${grouped(product.minOrder)} to ${grouped(product.stock)} pieces.`

  return (
    <>
      <div className="pad">
        <Stepper
          label="Quantity"
          name="quantity"
          counts="pieces"
          value={typed}
          onChange={handleType}
          min={product.minOrder}
          max={product.stock}
          hint={bounds}
          error={error}
        >
          <Button variant="ink" onClick={handleAdd}>
            Add
          </Button>
        </Stepper>
      </div>
      <div className="pad grid gap-4">
        <Total product={product} quantity={typed ?? 0} total={total} />
        {session.status === 'in' ? (
          <Button variant="key" size="lg" full disabled={quantity === 0} onClick={() => setDraft({ quantity, where })}>
            Place Order
          </Button>
        ) : (
          <NotYet path={href('/purcess/:id', { id: product._id })} />
        )}
        <p className="hint">
          {quantity === 0
            ? 'Confirm the quantity with Add first.'
            : `Nothing is charged yet. We hold the pieces for ${inHours(hours)}; you pay from My Orders.`}
        </p>
      </div>
      <LeaveWhenOut />
      {draft && session.user ? (
        <Suspense>
          <OrderDialog
            product={product}
            draft={draft}
            user={session.user}
            onClose={() => setDraft(undefined)}
            onRefused={handleRefused}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function Total({ product, quantity, total }: { product: Product; quantity: number; total: number }) {
  return (
    <>
      <div className="total">
        <div>
          <p className="flabel">Total price</p>
          <p className="lab">
            for {grouped(quantity)} {quantity === 1 ? 'piece' : 'pieces'}
          </p>
        </div>
        <output aria-label="Total price">{formatMoney(total)}</output>
      </div>
      <div className="sum">
        <span>{formatMoney(product.unitPrice)}</span>
        <span>÷</span>
        <span>{grouped(product.minOrder)}</span>
        <span>×</span>
        <span>{grouped(quantity)}</span>
        <small>unit price</small>
        <small />
        <small>minimum order</small>
        <small />
        <small>quantity</small>
      </div>
    </>
  )
}

/** While identity loads, and for who has no JavaScript. */
function NotYet({ path }: { path: string }) {
  return (
    <>
      <div className="busy">
        <Spinner label="Looking up who you are" />
      </div>
      <noscript>
        <a className="btn key lg full" href={loginPath(new URL(path, 'http://shop'))}>
          Login to order
        </a>
        <p className="hint">Ordering needs JavaScript, which is switched off in your browser.</p>
      </noscript>
    </>
  )
}
