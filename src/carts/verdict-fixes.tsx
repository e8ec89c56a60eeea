import type { Product } from '../products/contract.ts'
import { priceEach } from '../products/per-pieces.ts'
import { inBoxes, mostInBoxes } from '../products/quantity.ts'
import { eachAt, termsOf } from '../products/total.ts'
import { Button } from '../ui/button.tsx'
import { grouped } from '../wire/grouped.ts'
import type { QuickLine } from './contract.ts'
import { leftOver } from './left-over.ts'
import { isReady, type Mend, needsYou, type Row } from './use-rows.ts'

type FixesProps = { rows: Row[]; at: number; judged: QuickLine; onMend: Mend }

/** The buttons that correct a line: another part, another quantity, one line instead of two, or its removal. */
export function Fixes(props: FixesProps) {
  const { rows, at, judged, onMend } = props
  const isRead = rows[at]?.unread === undefined
  return (
    <>
      {needsYou(judged) ? <Corrections {...props} /> : isRead ? <Changes {...props} /> : null}
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Leave it out: line ${at + 1}`}
        onClick={() => onMend(new Map([[rows[at]?.id ?? '', null]]))}
      >
        Leave it out
      </Button>
    </>
  )
}

function Corrections({ rows, at, judged, onMend }: FixesProps) {
  const { product, quantity, nearest } = judged
  const row = rows[at]
  const { id = '', quantity: asked = quantity } = row ?? {}
  const mend = (mended: Partial<Row>) => onMend(new Map([[id, mended]]))
  const isLeft = product !== null && quantity > 0
  const others = rows.slice(0, at).flatMap((row, place) => (isPart(row, product) && isReady(row) ? [place + 1] : []))
  return (
    <>
      {product && others.length > 0 ? (
        <span className="lab">
          {grouped(product.stock)} in stock, also in line {others.join(', ')}
        </span>
      ) : null}
      {isLeft ? (
        <Button
          size="sm"
          variant="ink"
          aria-label={`Take ${grouped(quantity)}: line ${at + 1}`}
          onClick={() => mend({ quantity })}
        >
          Take {grouped(quantity)}
        </Button>
      ) : null}
      {nearest.map((part, place) => {
        const offer = product ? insteadOf(part, asked) : meant(part, row)
        return (
          <Button
            key={part._id}
            size="sm"
            variant={place === 0 && !isLeft ? 'ink' : undefined}
            aria-label={`Line ${at + 1}: take ${offer.called}`}
            onClick={() => mend(offer.mended)}
          >
            {offer.called}
          </Button>
        )
      })}
    </>
  )
}

const meant = (part: Product, row: Row | undefined) => ({
  called: part.number ? `${part.number}, ${part.name}` : part.name,
  mended: { number: part.number ?? part._id, ...leftOver(row, part.number ?? '') },
})

/** The quantity of a substitute: as many as were asked for, at most what is in stock. */
function insteadOf(part: Product, asked: number) {
  const quantity = Math.min(inBoxes(part, asked), mostInBoxes(part))
  const each = priceEach(eachAt(termsOf(part), quantity))
  return {
    called: `${grouped(quantity)} of ${part.number ?? part.name}, ${each}`,
    mended: { number: part.number ?? part._id, quantity },
  }
}

/** Undoes an automatic change: one box less, or two lines of one part put together. */
function Changes({ rows, at, judged: { product, verdicts, quantity }, onMend }: FixesProps) {
  if (!product) return null
  const { id = '' } = rows[at] ?? {}
  const less = quantity - product.multiple
  const first = rows.findIndex((row) => row.unread === undefined && isSamePart(row, rows[at]))
  // Adds the quantities as typed, so that the rounding of each line is not doubled.
  const asked = (rows[at]?.quantity ?? quantity) + (rows[first]?.quantity ?? 0)
  const together = inBoxes(product, asked)
  return (
    <>
      {verdicts.includes('multiple') && less >= product.minOrder ? (
        <Button
          size="sm"
          aria-label={`Make it ${grouped(less)}: line ${at + 1}`}
          onClick={() => onMend(new Map([[id, { quantity: less }]]))}
        >
          Make it {grouped(less)}
        </Button>
      ) : null}
      {verdicts.includes('twice') && first >= 0 && first < at ? (
        <>
          <span className="lab">also in line {first + 1}</span>
          <Button
            size="sm"
            aria-label={`Put together, ${grouped(together)}: lines ${first + 1} and ${at + 1}`}
            onClick={() =>
              onMend(
                new Map<string, Partial<Row> | null>([
                  [rows[first]?.id ?? '', { quantity: asked }],
                  [id, null],
                ]),
              )
            }
          >
            Put together, {grouped(together)}
          </Button>
        </>
      ) : null}
    </>
  )
}

const isPart = ({ judged }: Row, product: Product | null) => product !== null && judged?.product?._id === product._id

const isSamePart = (one: Row, other: Row | undefined) =>
  isPart(one, other?.judged?.product ?? null) && one.reference === other?.reference
