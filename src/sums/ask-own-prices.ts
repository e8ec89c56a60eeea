import { ask, client } from '../client.ts'
import type { OwnPrices } from '../products/contract.ts'

type Tell = (who: string, prices: OwnPrices['prices']) => void

/** What a request may ask for at once. */
const MOST = 100
/** Under this name the tab keeps who is in no group, and since when, so that it asks for them seldom. */
const GROUPLESS = 'groupless'
const GROUPLESS_MS = 5 * 60_000

function isGroupless(who: string) {
  const [id, at] = sessionStorage.getItem(GROUPLESS)?.split(' ') ?? []
  return id === who && Date.now() - Number(at) < GROUPLESS_MS
}

const asked = new Set<string>()
let waiting: { who: string; products: string[]; tell: Tell } | undefined

/** Asks for what a person pays for products; all that is wanted at a moment goes in one request. */
export function want(who: string, ids: string, tell: Tell) {
  if (isGroupless(who)) return
  for (const product of ids.split(',')) {
    const key = `${who} ${product}`
    if (asked.has(key)) continue
    asked.add(key)
    if (waiting && (waiting.who !== who || waiting.products.length === MOST)) send()
    if (!waiting) {
      waiting = { who, products: [], tell }
      setTimeout(send)
    }
    waiting.products.push(product)
  }
}

function send() {
  if (!waiting) return
  const { who, products, tell } = waiting
  waiting = undefined
  void load(who, products, tell)
}

/** Products without an answer are asked for again by the next component that shows them. */
async function load(who: string, products: string[], tell: Tell) {
  try {
    const { group, prices } = await ask(client.prices.$get({ query: { products: products.join(',') } }))
    if (group === null) sessionStorage.setItem(GROUPLESS, `${who} ${Date.now()}`)
    tell(who, prices)
  } catch {
    for (const product of products) asked.delete(`${who} ${product}`)
  }
}
