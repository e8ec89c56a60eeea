import { type ReactNode, useState } from 'react'
import { useMyAppliance } from '../fits/appliances-here.ts'
import type { Appliance } from '../fits/contract.ts'
import { holdsSerial } from '../fits/fit.ts'
import { keepSerial } from '../fits/keep-serial.ts'
import { kindName } from '../fits/kinds.ts'
import { SerialField } from '../fits/serial-field.tsx'
import { isBounded, rangeWords, type SerialRange } from '../fits/shown-model.ts'
import { useFit } from '../fits/use-fit.ts'
import type { Product } from '../products/contract.ts'
import { fullName } from '../products/full-name.ts'
import { worthTaking } from '../products/next-break.ts'
import { pcs, priceEach } from '../products/per-pieces.ts'
import { inBoxes, mostInBoxes } from '../products/quantity.ts'
import { termsOf, totalAt } from '../products/total.ts'
import { AlertMark } from '../ui/alert-mark.tsx'
import { Button } from '../ui/button.tsx'
import { formatMoney } from '../ui/format-money.ts'
import { ownStore } from '../ui/own-store.ts'
import { grouped } from '../wire/grouped.ts'
import { toDollars } from '../wire/money.ts'
import type { JudgedLine } from './contract.ts'

type NotesProps = { line: JudgedLine; onChange: (changed: Partial<JudgedLine>) => void }

/** Says that a part is no longer sold, and offers its successor. */
export function Gone({ line: { quantity, successor }, onChange }: NotesProps) {
  if (!successor) return <Note isBad>It left the shop since you put it here.</Note>
  const { _id: productId, unitPrice, minOrder } = successor
  const pieces = inBoxes(successor, quantity)
  const take = () =>
    onChange({ productId, product: successor, successor: null, seen: unitPrice, quantity: pieces, price: null })
  return (
    <Note
      isBad
      act={
        <Button size="sm" variant="ink" onClick={take}>
          Take {grouped(pieces)} of it
        </Button>
      }
    >
      It left the shop since you put it here. In its place is <b>{fullName(successor)}</b>, {formatMoney(unitPrice)} for{' '}
      {pcs(minOrder)}.
    </Note>
  )
}

/** The problems and changes of a line; the buyer decides about each, nothing is changed automatically. */
export function Notes({ line, onChange }: NotesProps) {
  const { product, quantity, problem, seen } = line
  if (!product) return null
  const most = mostInBoxes(product)
  const take = (pieces: number) => (
    <Button size="sm" variant="ink" onClick={() => onChange({ quantity: pieces })}>
      Take {grouped(pieces)}
    </Button>
  )
  return (
    <>
      {problem === 'sold-out' ? <Note isBad>It is sold out. Take it out to order the rest.</Note> : null}
      {problem === 'too-few' ? (
        <Note isBad act={quantity > most ? take(most) : undefined}>
          Only <b>{grouped(product.stock)}</b> are left{quantity > most ? '' : ' for all lines of it together'}.
        </Note>
      ) : null}
      {problem === 'minimum' ? (
        <Note isBad act={take(product.minOrder)}>
          It is sold from {pcs(product.minOrder)} on.
        </Note>
      ) : null}
      {problem === 'multiple' ? (
        <Note isBad act={take(Math.min(inBoxes(product, quantity), most))}>
          It is sold in boxes of {grouped(product.multiple)}.
        </Note>
      ) : null}
      {seen !== undefined && seen !== product.unitPrice ? (
        <Note
          act={
            <Button size="sm" onClick={() => onChange({ seen: product.unitPrice })}>
              I see
            </Button>
          }
        >
          The price for {pcs(product.minOrder)} is now <b>{formatMoney(product.unitPrice)}</b>, was{' '}
          <s>{formatMoney(seen)}</s> when you put it here.
        </Note>
      ) : null}
      {problem ? null : (
        <More product={product} quantity={quantity} onTake={(pieces) => onChange({ quantity: pieces })} />
      )}
      <Misfit product={product} />
    </>
  )
}

type MoreProps = { product: Product; quantity: number; onTake: (quantity: number) => void }

/** Suggests the next price break where it lowers the total or costs little more. */
function More({ product, quantity, onTake }: MoreProps) {
  const { stock, multiple } = product
  const terms = termsOf(product)
  const more = worthTaking({ ...terms, stock, multiple }, quantity)
  if (!more) return null
  const less = totalAt(terms, quantity) - more.cents
  return (
    <Note
      act={
        <Button size="sm" onClick={() => onTake(more.quantity)}>
          Make it {grouped(more.quantity)}
        </Button>
      }
    >
      Add <b>{grouped(more.quantity - quantity)} more</b> and each costs {priceEach(more.each)}
      {less > 0 ? (
        <>
          : {grouped(more.quantity)} are <b>{formatMoney(toDollars(less))} less</b> in all.
        </>
      ) : (
        '.'
      )}
    </Note>
  )
}

/** Parts that the buyer has said are for another appliance than the chosen one. */
const meantElsewhere = ownStore<{ products: string[] }>('for-another-appliance', { products: [] }, (own, visitors) => ({
  products: [...own.products, ...visitors.products],
}))

/** Warns that a part is for another kind of appliance than the chosen one, until the buyer says that it is meant. */
function Misfit({ product }: { product: Product }) {
  const fit = useFit(product._id)
  const mine = useMyAppliance()
  const { products } = meantElsewhere.use()
  if (mine && fit?.fit === 'not-in-list' && fit.serials.some(isBounded))
    return <BySerial key={mine.model.slug} mine={mine} ranges={fit.serials} />
  if (fit?.fit !== 'other-kind' || !mine || products.includes(product._id)) return null
  const kinds = product.fitsKinds.map((kind) => kindName(kind).toLowerCase())
  return (
    <Note
      isBad
      act={
        <Button size="sm" onClick={() => meantElsewhere.write({ products: [...products, product._id] })}>
          For another appliance
        </Button>
      }
    >
      Your {mine.model.maker} {mine.model.number} is a {kindName(mine.model.kind).toLowerCase()}, and this is for
      another kind{kinds.length > 0 ? `: ${kinds.join(', ')}` : ''}.
    </Note>
  )
}

/** Says for which serial numbers of the chosen appliance a part is, and asks for its own. */
function BySerial({ mine, ranges }: { mine: Appliance; ranges: SerialRange[] }) {
  const { model, serial } = mine
  const [told, setTold] = useState(serial)
  const isHeld = told !== '' && ranges.some((range) => holdsSerial(range, told))
  const handleChange = (next: string, isExact: boolean) => {
    setTold(next)
    if (isExact) void keepSerial(mine, next)
  }
  return (
    <Note isBad={serial !== ''}>
      In your {model.maker} {model.number} it fits serial numbers {ranges.map(rangeWords).filter(Boolean).join(', ')}
      {serial ? `, and yours is ${serial}.` : isHeld ? ', so it fits yours.' : '. Tell yours before you order it.'}
      <SerialField ranges={ranges} serial={told} onChange={handleChange} isOfPart />
    </Note>
  )
}

function Note({ isBad = false, act, children }: { isBad?: boolean; act?: ReactNode; children: ReactNode }) {
  return (
    <div className={isBad ? 'lnote bad1' : 'lnote'}>
      <AlertMark />
      <div>{children}</div>
      {act}
    </div>
  )
}
