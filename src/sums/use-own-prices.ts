import { useCallback, useSyncExternalStore } from 'react'
import { useSession } from '../accounts/session/session.ts'
import { useSite } from '../document/use-site.ts'
import type { OwnPrices, Product } from '../products/contract.ts'

/** What a price of one's own has in place of everybody's. */
type Own = Pick<Product, 'unitPrice' | 'priceBreaks'>
type Priced = Own & { _id: string }

/** By person and product. */
let told: ReadonlyMap<string, Own> = new Map()
const listeners = new Set<() => void>()

const keyOf = (who: string, product: string) => `${who} ${product}`

function tell(who: string, prices: OwnPrices['prices']) {
  told = new Map([...told, ...prices.map(({ product, ...own }) => [keyOf(who, product), own] as const)])
  for (const listener of listeners) listener()
}

/** Products at the price of whoever looks, which comes after the page; what asks for it is loaded for who may have one. */
export function useOwnPrices<Of extends Priced>(products: Of[]): Of[] {
  const { user } = useSession()
  const who = useSite()?.prices.hasGroups ? user?.id : undefined
  const ids = products.map(({ _id }) => _id).join(',')
  const subscribe = useCallback(
    (listener: () => void) => {
      listeners.add(listener)
      if (who && ids) import('./ask-own-prices.ts').then(({ want }) => want(who, ids, tell), ignored)
      return () => {
        listeners.delete(listener)
      }
    },
    [who, ids],
  )
  const now = useSyncExternalStore(
    subscribe,
    () => told,
    () => told,
  )
  return who ? products.map((product) => ({ ...product, ...now.get(keyOf(who, product._id)) })) : products
}

/** `useOwnPrices` for one product. */
export const useOwnPrice = <Of extends Priced>(product: Of): Of => useOwnPrices([product])[0] ?? product

const ignored = () => undefined
