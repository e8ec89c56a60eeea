import { useEffect } from 'react'
import { useSession } from '../accounts/session/session.ts'
import { ask, client } from '../client.ts'
import type { PriceKinds } from '../document/site-context.ts'
import type { Product } from '../products/contract.ts'
import { toCents, toDollars } from '../wire/money.ts'
import { factsHere } from './facts-here.ts'
import { listedOffer, type Offer } from './offer.ts'
import { withTaxOf } from './tax-in.ts'
import { showOffer } from './use-offer.ts'

type OwnPriceProps = { listed: Product; prices: PriceKinds }

/** Fetches the visitor's price of a product once the session is known; without one the list price stays. */
export default function OwnPrice({ listed, prices }: OwnPriceProps) {
  const { status, user } = useSession()
  const told = factsHere.use().country
  const isKnown = status !== 'loading'
  const who = prices.hasGroups ? user?.id : undefined
  const country = prices.hasTax ? told : ''
  useEffect(() => {
    if (!isKnown) return
    let gone = false
    const plain = { ...listedOffer(listed, prices), isSure: true }
    if (!who && !country) return showOffer(plain)
    void offerFor(plain, country)
      .catch(() => plain)
      .then((offer) => !gone && showOffer(offer))
    return () => {
      gone = true
    }
  }, [listed, prices, isKnown, who, country])
  return null
}

async function offerFor(plain: Offer, country: string): Promise<Offer> {
  const { listed } = plain
  const query = { quantity: String(listed.minOrder), country }
  const own = await ask(client.product[':id'].price.$get({ param: { id: listed._id }, query }))
  const { unitPrice, priceBreaks, group, tax } = own
  const shownAt = (dollars: number) => toDollars(withTaxOf(tax, toCents(dollars)))
  const shownBreaks = priceBreaks.map((one) => ({ ...one, unitPrice: shownAt(one.unitPrice) }))
  return {
    ...plain,
    product: { ...listed, unitPrice, priceBreaks },
    shown: { ...listed, unitPrice: shownAt(unitPrice), priceBreaks: shownBreaks },
    group,
    tax,
  }
}
