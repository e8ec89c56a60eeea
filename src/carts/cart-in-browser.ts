import { v4 as uuid } from 'uuid'
import { isStillHere, readySession } from '../accounts/session/session.ts'
import { endsSession, SESSION_OVER } from '../accounts/session/session-lost.ts'
import { ask, client } from '../client.ts'
import { sentAgain } from '../keyed.ts'
import { problemsOf } from '../orders/line-problems.ts'
import { MOST_LINES } from '../orders/most-lines.ts'
import type { Product } from '../products/contract.ts'
import { termsOf, totalAt } from '../products/total.ts'
import { toastBad } from '../ui/toast.ts'
import { turns } from '../ui/turns.ts'
import { toDollars } from '../wire/money.ts'
import { isRefused, ProblemError, UNREACHABLE } from '../wire/problem-error.ts'
import { CART_FULL } from './cart-full.ts'
import { cartHere, type LineHere } from './cart-here.ts'
import { hasColumnsToJoin, joinColumns } from './columns-here.ts'
import type { Cart, CartLine, JudgedLine, QuickLine } from './contract.ts'
import { keyOf, textOf } from './key-of-line.ts'
import type { SoldPart } from './sold-part.ts'
import { editsOf, keepEdits, takeEdits, withEdits } from './unstored.ts'

type LineOf<Part> = Omit<JudgedLine, 'product'> & { product: Part | null }

/**
 * A cart as its page shows it, `of` the user with this id. Without a version it is this browser's own, nobody is signed
 * in, and `here` are the stored lines that it was made from.
 */
export type Shown<Part = Product> = Omit<Cart, 'version' | 'lines'> & {
  lines: LineOf<Part>[]
  version?: number | undefined
  of?: string | undefined
  here?: CartLine[] | undefined
}

const LEFT = { code: 'conflict', message: 'Somebody has logged in since, so this cart was not stored.' }
const ENDED = { code: 'unauthenticated', message: SESSION_OVER }

const OTHER_TAB = 'Your cart was changed in another tab meanwhile.'

export const TRIES = 3

/** In this tab the cart is loaded, changed and stored by one at a time. */
export const cartInTurn = turns()

/** The cart to be shown: what is added after it has been seen is added on top. */
export const loadCart = () =>
  cartInTurn(async () => {
    const cart = await withUnstored(await load())
    unanswered = undefined
    return cart
  })

/** The user's cart, joined with the lines gathered here before the sign-in; without a user this browser's own. */
export async function load(): Promise<Shown> {
  const { status, user } = await readySession()
  // The cart of whoever may be signed in cannot be asked for, and a visitor's is not theirs.
  if (status === 'unknown') throw new ProblemError(UNREACHABLE, 0)
  const { lines } = cartHere.read()
  if (!user) return noted(await ownCart(lines))
  const { id: of } = user
  if (hasColumnsToJoin()) void joinColumns()
  if (lines.length === 0) return noted({ ...(await ask(client.cart.$get())), of })
  return { ...(await joinedWith(lines, of)), of }
}

/** What its user edited and could not store, as when the session had ended, is stored; without the shop it waits on. */
async function withUnstored(cart: Shown): Promise<Shown> {
  const edits = cart.of ? takeEdits() : undefined
  if (!edits) return cart
  const lines = withEdits(cart.lines, edits)
  if (editsOf(cart.lines, lines).length === 0) return cart
  keepEdits(edits)
  try {
    const stored = await storeCart({ ...cart, lines })
    takeEdits()
    return stored
  } catch (error) {
    const current = storedMeanwhile(error)
    if (current) return withUnstored({ ...current, of: cart.of })
    if (!isRefusedForGood(error)) throw error
    takeEdits()
    toastBad(error.message)
    return cart
  }
}

export const isRefusedForGood = (error: unknown): error is ProblemError =>
  isRefused(error) && !endsSession(error, '') && !(error instanceof ProblemError && error.status === 429)

/** Joins lines with the user's cart; those that it has no room for stay in this browser until it has. */
async function joinedWith(lines: LineHere[], of: string): Promise<Cart> {
  const [now, later] = [lines.slice(0, MOST_LINES), lines.slice(MOST_LINES)]
  const { left, ...cart } = await ask(client.cart.join.$post({ json: { lines: now } }, sentAgain))
  if (!(await isStillHere(of))) return cart
  const joined = new Set(now.map(({ id }) => id).filter((id) => !left.includes(id)))
  const rest = cartHere.read().lines.filter(({ id }) => !joined.has(id))
  cartHere.write({ lines: rest, count: cart.lines.length })
  return later.length > 0 && left.length === 0 ? joinedWith(later, of) : cart
}

async function ownCart(lines: CartLine[]): Promise<Shown> {
  if (lines.length === 0) return { lines: [], price: 0, here: lines }
  const asked = lines.map(({ productId: number, quantity, reference }) => ({ number, quantity, reference }))
  const judged: QuickLine[] = []
  // A browser may hold more lines than a call takes.
  for (let at = 0; at < asked.length; at += MOST_LINES)
    judged.push(...(await ask(client['quick-order'].$post({ json: { lines: asked.slice(at, at + MOST_LINES) } }))))
  const shown = lines.map((line, at) => {
    const found = judged[at]?.product ?? null
    const isOnSale = found?._id === line.productId
    return { ...line, product: isOnSale ? found : null, successor: isOnSale ? null : found }
  })
  return { ...withPrices(shown), here: lines }
}

/** Stores the number of lines for the bar, unless the user has logged out or in since the cart was asked for. */
async function noted<Part>(cart: Shown<Part>) {
  if (!(await isStillHere(cart.of))) return cart
  const here = cartHere.read()
  if (here.count !== cart.lines.length) cartHere.write({ ...here, count: cart.lines.length })
  return cart
}

type Priceless<Part> = CartLine & { product: Part | null; successor?: Product | null }
type Priced = Pick<SoldPart, 'unitPrice' | 'priceBreaks' | 'minOrder' | 'multiple' | 'stock'>

/** Calculates a cart in the browser as the shop does; the shop checks it when it is stored or ordered. */
export function withPrices<Part extends Priced>(lines: Priceless<Part>[]): Pick<Shown<Part>, 'lines' | 'price'> {
  const problems = problemsOf(
    lines,
    lines.map(({ product }) => product ?? undefined),
  )
  const cents = lines.map(({ product, quantity }) => (product ? totalAt(termsOf(product), quantity) : null))
  const priced = lines.map((line, at) => {
    const price = cents[at] ?? null
    const judged = { price: price === null ? null : toDollars(price), problem: problems[at] ?? null }
    return { successor: null, ...line, ...judged }
  })
  const sum = priced.reduce((all, { problem }, at) => (problem ? all : all + (cents[at] ?? 0)), 0)
  return { lines: priced, price: toDollars(sum) }
}

/**
 * Stores the whole cart; throws the call's refusal, a conflict when another device or tab has stored one meanwhile, or
 * when its user's session has ended.
 */
export async function storeCart<Part extends SoldPart>(cart: Shown<Part>): Promise<Shown<Part | Product>> {
  const { version, lines, of, here = [] } = cart
  if (!(await isStillHere(of))) throw of ? new ProblemError(ENDED, 401) : new ProblemError(LEFT, 409)
  const kept = lines.map(({ productId, quantity, reference, seen }) => ({ productId, quantity, reference, seen }))
  if (version !== undefined) return noted({ ...(await putCart(version, kept)), of })
  // No other tab writes between here and the write, since nothing in between is waited for.
  const stored = cartHere.read().lines
  if (textOf(stored) !== textOf(here)) throw await changedHere(stored)
  const isFull = kept.length > MOST_LINES && kept.length > stored.length
  if (isFull) throw new ProblemError({ code: 'conflict', message: CART_FULL, field: 'lines' }, 409)
  const ids = new Map(stored.map((line) => [keyOf(line), line.id]))
  const next = kept.map((line) => ({ ...line, id: ids.get(keyOf(line)) ?? uuid() }))
  cartHere.write({ lines: next, count: next.length })
  return { ...withPrices(lines), here: next }
}

const changedHere = async (stored: CartLine[]) =>
  new ProblemError({ code: 'conflict', message: OTHER_TAB, field: 'version', current: await ownCart(stored) }, 409)

/** When an answer was lost, the retry is refused as an old version although the stored cart is the same. */
async function putCart(version: number, lines: CartLine[]): Promise<Shown> {
  try {
    return await ask(client.cart.$put({ json: { version, lines } }, sentAgain))
  } catch (error) {
    const current = storedMeanwhile(error)
    if (!current || !isStored({ version, lines }, current)) throw error
    return current
  }
}

/** Whether the cart that is stored now is the one that was sent on top of `version`. */
const isStored = ({ version, lines }: { version?: number | undefined; lines: CartLine[] }, now: Shown) =>
  version !== undefined && now.version === version + 1 && textOf(now.lines) === textOf(lines)

/** What another device or tab has stored meanwhile, from the refusal; undefined when something else was refused. */
export const storedMeanwhile = <Stored = Shown>(error: unknown) =>
  error instanceof ProblemError && error.field === 'version' ? (error.problem.current as Stored) : undefined

export type Adding<Part = SoldPart> = { product: Part; quantity: number; reference?: string }

/** Adds pieces to the cart, to the line of the same product and reference if there is one; answers the cart. */
export const addToCart = (added: Adding[]) => cartInTurn(() => add(added).catch(sayingEnded))

/** A session that has ended by itself is told as such, and not as the shop refuses a stranger. */
function sayingEnded(error: unknown): never {
  throw endsSession(error, '') ? new ProblemError(ENDED, 401) : error
}

/** An addition whose outcome is not known, with the cart that was sent. */
let unanswered: { added: string; cart: Shown<SoldPart> } | undefined

const textOfAdded = (added: Adding[]) =>
  textOf(added.map(({ product, quantity, reference = '' }) => ({ productId: product._id, quantity, reference })))

async function add(added: Adding[]): Promise<Shown<SoldPart>> {
  let cart = await load()
  const before = unanswered
  unanswered = undefined
  // An addition whose answer was lost is in the cart already when it is made again.
  if (before?.added === textOfAdded(added) && before.cart.of === cart.of && isStored(before.cart, cart)) return cart
  // An edit that waits is older than the addition, and must not be stored on top of it.
  cart = await withUnstored(cart)
  for (let tries = 1; ; tries++) {
    const next = { ...cart, lines: withAdded(cart.lines, added) }
    try {
      return await storeCart(next)
    } catch (error) {
      if (!isRefused(error)) unanswered = { added: textOfAdded(added), cart: next }
      const current = storedMeanwhile(error)
      if (!current || tries === TRIES) throw error
      cart = { ...current, of: cart.of }
    }
  }
}

export function withAdded<Part extends SoldPart>(lines: JudgedLine[], added: Adding<Part>[]): LineOf<Part | Product>[] {
  const all = new Map<string, LineOf<Part | Product>>(lines.map((line) => [keyOf(line), line]))
  for (const { product, quantity, reference = '' } of added) {
    const line = {
      productId: product._id,
      quantity,
      reference,
      seen: product.unitPrice,
      product,
      successor: null,
      price: null,
      problem: null,
    }
    const before = all.get(keyOf(line))
    all.set(keyOf(line), before ? { ...before, quantity: before.quantity + quantity } : line)
  }
  return [...all.values()]
}
