import { type FocusEvent, useRef } from 'react'
import { Link } from 'react-router'
import { FitMark } from '../fits/fit-mark.tsx'
import { lineName } from '../products/full-name.ts'
import { pieces, priceEach } from '../products/per-pieces.ts'
import { productPath } from '../products/product-path.ts'
import { eachAt, termsOf } from '../products/total.ts'
import { formatMoney } from '../ui/format-money.ts'
import { X } from '../ui/page-icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { Stepper, toWhole } from '../ui/stepper.tsx'
import { grouped } from '../wire/grouped.ts'
import { Gone, Notes } from './cart-notes.tsx'
import type { JudgedLine } from './contract.ts'
import { tellNoPieces } from './tell-no-pieces.ts'

type CartLineProps = {
  line: JudgedLine
  onChange: (changed: Partial<JudgedLine>, isTyping?: boolean) => void
  /** Called when the typing of a quantity has ended. */
  onSettle: () => void
  onTakeOut: () => void
}

/** A line of the cart with its price each and in all; its problems are in a row below. */
export function CartLineRow({ line, onChange, onSettle, onTakeOut }: CartLineProps) {
  const { productId, product, quantity, reference, price, name } = line
  if (!product) {
    return (
      <li className="off">
        <span className="thumb" />
        <div className="what">
          <b>
            <Link to={productPath(productId)}>
              {name ? `${name}, not sold any more` : 'A part that is not sold any more'}
            </Link>
          </b>
          <span className="lab block">{[pieces(quantity), reference].filter(Boolean).join(', ')}</span>
        </div>
        <div className="pcs" />
        <div className="n eachn" />
        <div className="n sumn">–</div>
        <TakeOut name={name ?? 'the part that is gone'} onTakeOut={onTakeOut} />
        <Gone line={line} onChange={onChange} />
      </li>
    )
  }
  return (
    <li>
      <Picture className="thumb" src={product.img} alt="" width={48} height={48} />
      <div className="what">
        <b>
          <Link to={productPath(product._id)}>{product.name}</Link>
        </b>
        <span className="code">{product.number}</span>
        {reference ? <span className="lab block">{reference}</span> : null}
        <FitMark product={product._id} />
      </div>
      <div className="pcs">
        <Quantity line={line} product={product} onChange={onChange} onSettle={onSettle} />
        <small>
          {product.multiple > 1 ? `${boxesOf(product.multiple)}, ` : ''}
          {grouped(product.stock)} in stock
        </small>
      </div>
      <div className="n eachn">
        {priceEach(eachAt(termsOf(product), quantity))}
        <NextBreak line={line} />
      </div>
      <div className="n sumn">{price === null ? '–' : formatMoney(price)}</div>
      <TakeOut name={lineName(product, line.reference)} onTakeOut={onTakeOut} />
      <Notes line={line} onChange={onChange} />
    </li>
  )
}

type QuantityProps = Omit<CartLineProps, 'onTakeOut'> & { product: NonNullable<JudgedLine['product']> }

function Quantity({ line, product, onChange, onSettle }: QuantityProps) {
  const { quantity, reference } = line
  /** The quantity before what is being typed, which stays where that is no number. */
  const before = useRef<number>(undefined)
  const name = lineName(product, reference)
  const handleBlur = ({ target: { value } }: FocusEvent<HTMLInputElement>) => {
    if (!toWhole(value)) tellNoPieces(name, quantity, value)
    before.current = undefined
    onSettle()
  }
  return (
    <Stepper
      label={`Quantity of ${name}`}
      labelHidden
      counts={`pieces of ${name}`}
      value={quantity}
      min={product.minOrder}
      max={product.stock}
      step={product.multiple}
      onChange={(pieces) =>
        onChange({ quantity: pieces || (before.current ?? quantity) }, before.current !== undefined)
      }
      onFocus={() => {
        before.current = quantity
      }}
      onBlur={handleBlur}
    />
  )
}

const boxesOf = (multiple: number) => `boxes of ${grouped(multiple)}`

/** The next lower price: `24+: $16.50`. */
function NextBreak({ line: { product, quantity } }: { line: JudgedLine }) {
  const next = product?.priceBreaks.find(({ from }) => from > quantity)
  if (!product || !next) return null
  return (
    <span className="brk">
      {grouped(next.from)}+: {priceEach(next.unitPrice / product.minOrder)}
    </span>
  )
}

const TakeOut = ({ name, onTakeOut }: { name: string; onTakeOut: () => void }) => (
  <button className="xx" type="button" aria-label={`Take ${name} out`} onClick={onTakeOut}>
    <X />
  </button>
)
