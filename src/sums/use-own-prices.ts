import { useCallback, useSyncExternalStore } from 'react'
import { useSession } from '../accounts/session/session.ts'
import { useSite } from '../document/use-site.ts'
import type { OwnPrices, Product } from '../products/contract.ts'

/** The fields in which a user's own price replaces the list price. */
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

/** Products at the viewer's own price, fetched after the page by a script that only users with a price group load. */
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
