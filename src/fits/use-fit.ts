import { useCallback, useSyncExternalStore } from 'react'
import { useMyAppliance } from './appliances-here.ts'
import type { Fit, FitWord } from './contract.ts'

/** The most products of one request. */
const MOST = 100

/** Answers by appliance and product; null while a request is under way. */
const known = new Map<string, Fit | null>()
const listeners = new Set<() => void>()
let waiting: { model: string; serial: string; products: Set<string> } | undefined

const keyOf = (model: string, serial: string, product: string) => `${model} ${serial} ${product}`

/** The given model, else the chosen appliance, whose serial number is known. */
function useAsked(model: string | undefined) {
  const mine = useMyAppliance()
  const isMine = !model || model === mine?.model.number
  return isMine ? { model: mine?.model.number ?? '', serial: mine?.serial ?? '' } : { model, serial: '' }
}

/**
 * Whether a product fits the model, else the chosen appliance; undefined until it is known. All products of a page share
 * one request.
 */
export const useFit = (product: string, model?: string): Fit | undefined => useFitOf(useAsked(model), product)

/** `useFit` for a given model; undefined without one. */
export function useFitOf({ model, serial }: { model: string; serial: string }, product: string): Fit | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      listeners.add(listener)
      if (model) want(model, serial, product)
      return () => {
        listeners.delete(listener)
      }
    },
    [model, serial, product],
  )
  const now = () => (model ? (known.get(keyOf(model, serial, product)) ?? undefined) : undefined)
  return useSyncExternalStore(subscribe, now, () => undefined)
}

/** `useFit` for many products, in their order; undefined until all are known. */
export function useFits(products: string[], of?: string): FitWord[] | undefined {
  const { model, serial } = useAsked(of)
  const list = products.join(',')
  const subscribe = useCallback(
    (listener: () => void) => {
      listeners.add(listener)
      if (model) for (const product of list.split(',')) want(model, serial, product)
      return () => {
        listeners.delete(listener)
      }
    },
    [model, serial, list],
  )
  const wordOf = (product: string) => known.get(keyOf(model, serial, product))?.fit ?? ''
  const words = useSyncExternalStore(
    subscribe,
    () => products.map(wordOf).join(','),
    () => '',
  )
  const all = words.split(',')
  return all.every(Boolean) ? (all as FitWord[]) : undefined
}

function want(model: string, serial: string, product: string) {
  const key = keyOf(model, serial, product)
  if (known.has(key)) return
  known.set(key, null)
  if (waiting && (waiting.model !== model || waiting.serial !== serial)) send()
  if (!waiting) {
    waiting = { model, serial, products: new Set() }
    setTimeout(send)
  }
  waiting.products.add(product)
  if (waiting.products.size === MOST) send()
}

function send() {
  if (!waiting) return
  const { model, serial, products } = waiting
  waiting = undefined
  void load(model, serial, [...products])
}

/** The next component that shows an unanswered product asks again. */
async function load(model: string, serial: string, products: string[]) {
  for (const product of products) known.delete(keyOf(model, serial, product))
  try {
    const { ask, client } = await import('../client.ts')
    const query = { model, products: products.join(','), ...(serial && { serial }) }
    for (const { product, ...fit } of await ask(client.fits.$get({ query })))
      known.set(keyOf(model, serial, product), fit)
  } catch {
    return
  }
  for (const listener of listeners) listener()
}
