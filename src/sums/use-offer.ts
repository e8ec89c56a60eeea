import { useSyncExternalStore } from 'react'
import { useSite } from '../document/use-site.ts'
import type { Product } from '../products/contract.ts'
import { subscribe, tell } from '../ui/user-here.ts'
import { listedOffer, type Offer } from './offer.ts'

const PLAIN = { hasGroups: false, hasTax: false }

let own: Offer | undefined

/** Shows a visitor their price of the page's product; called by `OwnPrice`, in the browser alone. */
export function showOffer(offer: Offer) {
  own = offer
  tell()
}

/**
 * The offer for this visitor: the list price until `OwnPrice` in the page has fetched theirs. It is no React context, since
 * a context that changes makes React drop the HTML of every part below whose script is on its way.
 */
export function useOffer(listed: Product) {
  const prices = useSite()?.prices ?? PLAIN
  const mine = useSyncExternalStore(
    subscribe,
    () => own,
    () => undefined,
  )
  return { offer: mine?.listed === listed ? mine : listedOffer(listed, prices), prices }
}
