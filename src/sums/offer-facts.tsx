import { perPieces } from '../products/per-pieces.ts'
import { formatMoney } from '../ui/format-money.ts'
import { Price } from '../ui/price.tsx'
import { TitleBlock } from '../ui/title-block.tsx'
import { grouped } from '../wire/grouped.ts'
import { type Offer, unsure } from './offer.ts'
import { taxWords } from './tax-in.ts'

/** Price, stock and minimum order; a group's price names the group and strikes the list price through. */
export function OfferFacts({ offer }: { offer: Offer }) {
  const { listed, shown, group, tax } = offer
  const label = group ? `Your price, ${group}` : 'Unit Price'
  const price = (
    <span className={unsure(offer)}>
      <Price value={shown.unitPrice} />
      {group && !tax?.isShown ? (
        <small className="was">
          <span className="vh">instead of</span> <s>{formatMoney(listed.unitPrice)}</s>
        </small>
      ) : null}
    </span>
  )
  return (
    <TitleBlock
      kind="facts"
      facts={[
        {
          label: `${label}${taxWords(offer)}`,
          value: price,
          note: <span className={unsure(offer)}>{perPieces(shown)}</span>,
        },
        { label: 'Stock', value: grouped(listed.stock) },
        { label: 'Minimum Order', value: grouped(listed.minOrder) },
      ]}
    />
  )
}
