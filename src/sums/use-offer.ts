import { useState } from 'react'
import { useSite } from '../document/use-site.ts'
import type { Product } from '../products/contract.ts'
import { listedOffer, type Offer } from './offer.ts'

const PLAIN = { hasGroups: false, hasTax: false }

/** The offer for this visitor; `OwnPrice` beside it sets the price that is fetched after the page. */
export function useOffer(listed: Product) {
  const prices = useSite()?.prices ?? PLAIN
  const [own, setOwn] = useState<Offer>()
  return { offer: own?.listed === listed ? own : listedOffer(listed, prices), prices, setOwn }
}
