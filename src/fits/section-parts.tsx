import { Fragment } from 'react'
import { Link } from 'react-router'
import { AddForm, AddQuantity } from '../carts/add-form.tsx'
import { priceEach } from '../products/per-pieces.ts'
import { type ForModel, productPath } from '../products/product-path.ts'
import { isSoldOut } from '../products/quantity.ts'
import { useOwnPrice } from '../sums/use-own-prices.ts'
import { classes } from '../ui/classes.ts'
import { grouped } from '../wire/grouped.ts'
import { neededOf } from './needed.ts'
import { isForSerial, rangeWords, type ShownPart, type ShownPosition, type ShownSection } from './shown-model.ts'

type SectionPartsProps = {
  of: Required<ForModel>
  section: ShownSection
  lit: number | undefined
  kept: number | undefined
  onLight: (callout: number | undefined) => void
  onKeep: (callout: number | undefined) => void
  onAdd: () => void
}

/** The parts of a section; the selected row is expanded. */
export function SectionParts({ section, ...rest }: SectionPartsProps) {
  return (
    <div>
      <table className="bomt">
        <caption className="vh">Parts: {section.name}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">Number in the drawing</span>
            </th>
            <th scope="col">Part</th>
            <th scope="col" className="n">
              Each
            </th>
            <th scope="col">Quantity</th>
          </tr>
        </thead>
        <tbody>
          {section.positions.map((position) => (
            <PositionRows key={position.position} section={section.section} position={position} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type PositionRowsProps = Omit<SectionPartsProps, 'section'> & { section: string; position: ShownPosition }

function PositionRows({ of, section, position, lit, kept, onLight, onKeep, onAdd }: PositionRowsProps) {
  const { callout, name, parts } = position
  const row = {
    className: classes(callout === lit && 'on'),
    onPointerEnter: () => onLight(callout),
    onPointerLeave: () => onLight(undefined),
    onFocus: () => onLight(callout),
    onBlur: () => onLight(undefined),
  }
  const number = (
    <button
      type="button"
      className="no"
      aria-pressed={callout === kept}
      aria-label={`${callout}, ${name}, in the drawing`}
      onClick={() => onKeep(callout === kept ? undefined : callout)}
    >
      {callout}
    </button>
  )
  if (parts.length === 0) {
    return (
      <tr {...row} className={classes('not', row.className)} id={`${section}/${callout}`}>
        <td>{number}</td>
        <td colSpan={3}>
          {name}
          <span className="code">not sold singly</span>
        </td>
      </tr>
    )
  }
  return parts
    .filter((part) => isForSerial(part, of.serial))
    .map((part, at) => (
      <Fragment key={`${part.product._id} ${part.fromSerial}`}>
        <tr {...row} id={at === 0 ? `${section}/${callout}` : undefined}>
          <td>{number}</td>
          <PartCells part={part} of={of} isKey={callout === kept && at === 0} onAdd={onAdd} />
        </tr>
        {callout === kept ? <Fold part={part} place={name} of={of} /> : null}
      </Fragment>
    ))
}

type PartCellsProps = { part: ShownPart; of: ForModel; isKey: boolean; onAdd: () => void }

function PartCells({ part, of, isKey, onAdd }: PartCellsProps) {
  const { note, quantity } = part
  const product = useOwnPrice(part.product)
  const serials = rangeWords(part)
  const words = [
    product.number,
    quantity > 1 && `needs ${quantity}`,
    note,
    serials && `serial ${serials}`,
    isSoldOut(product) && 'sold out',
  ]
  return (
    <>
      <td>
        <Link className="pt" to={productPath(product.slug, of)} prefetch="intent">
          {product.name}
        </Link>
        <span className="code">{words.filter(Boolean).join(', ')}</span>
      </td>
      <td className="n each">
        {priceEach(product.unitPrice / product.minOrder)}
        <span className="brk">{grouped(product.stock)} in stock</span>
      </td>
      <td className="q">
        {isSoldOut(product) ? null : (
          <AddForm part={product} of={of} variant={isKey ? 'key' : 'ink'} onAdd={onAdd}>
            <AddQuantity part={product} start={neededOf(part)} />
          </AddForm>
        )}
      </td>
    </>
  )
}

/** Further facts of a part before it is ordered. */
type FoldProps = { part: ShownPart; place: string; of: ForModel }

function Fold({ part: { product }, place, of }: FoldProps) {
  const { description, replaces, priceBreaks, minOrder, multiple } = useOwnPrice(product)
  const [lower] = priceBreaks
  return (
    <tr className="fold on">
      <td colSpan={4}>
        {description} {replaces.length > 0 ? `Replaces ${replaces.join(', ')}. ` : null}
        <Link to={productPath(product.slug, of)}>All about it</Link>
        <dl className="tb">
          <div>
            <dt className="lab">Place</dt>
            <dd>{place}</dd>
          </div>
          <div>
            <dt className="lab">Box of</dt>
            <dd>{multiple > 1 ? multiple : minOrder}</dd>
          </div>
          <div>
            <dt className="lab">{lower ? `From ${grouped(lower.from)}` : 'Lower from'}</dt>
            <dd>{lower ? `${priceEach(lower.unitPrice / minOrder)} each` : '–'}</dd>
          </div>
        </dl>
      </td>
    </tr>
  )
}
