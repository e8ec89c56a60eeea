import { priceEach } from '../products/per-pieces.ts'
import { eachAt, termsOf, totalAt } from '../products/total.ts'
import { formatMoney } from '../ui/format-money.ts'
import { ArrowRight } from '../ui/icons.tsx'
import { useTypingEnded } from '../ui/use-typing-ended.ts'
import { grouped } from '../wire/grouped.ts'
import { toDollars } from '../wire/money.ts'
import type { QuickLine, Verdict } from './contract.ts'
import { QuantityField } from './quantity-field.tsx'
import { isReady, type Mend, needsMending, type Row } from './use-rows.ts'
import { Fixes } from './verdict-fixes.tsx'

const WORDS: Record<Verdict, string> = {
  'not-found': 'Not found',
  several: 'Several parts',
  'too-few': 'Too few left',
  multiple: 'Multiple',
  'old-number': 'Old number',
  twice: 'Twice',
  ok: 'In stock',
}

function markOf(row: Row, { verdict }: QuickLine) {
  if (needsMending(row)) return 'wrong'
  return verdict === 'ok' ? 'paid' : 'pend'
}

function wordOf({ saved, unread }: Row, { product, verdict, quantity }: QuickLine) {
  if (saved && verdict === 'not-found') return 'Not sold any more'
  if (saved && verdict === 'old-number') return 'Replaced'
  if (unread !== undefined && product && verdict !== 'too-few') return 'Quantity not read'
  return product && verdict === 'too-few' && quantity === 0 ? 'Sold out' : WORDS[verdict]
}

type VerdictTableProps = { rows: Row[]; typedHead?: string | undefined; isShown: (row: Row) => boolean; onMend: Mend }

/** Each line with its text, the part that it means and the buttons that correct it. */
export function VerdictTable({ rows, typedHead, isShown, onMend }: VerdictTableProps) {
  useTypingEnded()
  return (
    <div className="tablebox">
      <table className="verdict">
        <caption className="vh">Lines with their verdicts</caption>
        <thead>
          <tr>
            <th scope="col" className="n">
              Line
            </th>
            {typedHead ? <th scope="col">{typedHead}</th> : null}
            <th scope="col">Part</th>
            <th scope="col">Verdict</th>
            <th scope="col">Quantity</th>
            <th scope="col" className="n">
              Each
            </th>
            <th scope="col" className="n">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) =>
            isShown(row) ? (
              <VerdictRow key={row.id} rows={rows} at={at} isTyped={typedHead !== undefined} onMend={onMend} />
            ) : null,
          )}
        </tbody>
      </table>
    </div>
  )
}

type VerdictRowProps = { rows: Row[]; at: number; isTyped: boolean; onMend: Mend }

function VerdictRow({ rows, at, isTyped, onMend }: VerdictRowProps) {
  const row = rows[at]
  const judged = row?.judged
  if (!row || !judged) return null
  const { product, quantity } = judged
  const isFew = judged.verdict === 'too-few'
  const total = product && isReady(row) ? formatMoney(toDollars(totalAt(termsOf(product), quantity))) : '–'
  return (
    <tr className={isReady(row) ? undefined : 'needs'} tabIndex={-1}>
      <td className="n ln">{at + 1}</td>
      {isTyped ? <td className="typed">{row.typed}</td> : null}
      <td className="is">
        {product ? (
          <>
            {product.name} <span className="code soft">{product.number}</span>
          </>
        ) : (
          <span className="none">{row.saved || row.number || row.typed}</span>
        )}
        {row.reference ? <span className="lab block">{row.reference}</span> : null}
      </td>
      <td className="v">
        <span className="fixes">
          <span className={`st ${markOf(row, judged)}`}>{wordOf(row, judged)}</span>
          <Told row={row} judged={judged} />
          <Fixes rows={rows} at={at} judged={judged} onMend={onMend} />
        </span>
      </td>
      <td className="q">
        {product ? (
          <QuantityField
            row={row}
            line={at + 1}
            shown={isFew ? row.quantity : quantity}
            isFew={isFew}
            onMend={onMend}
          />
        ) : null}
      </td>
      <td className="n each">
        {product ? priceEach(eachAt(termsOf(product), quantity)) : ''}
        <Then row={row} judged={judged} />
      </td>
      <td className="n line1">{total}</td>
    </tr>
  )
}

/** Says how the line was read: as another number or another quantity. */
function Told({ row, judged: { product, verdicts, quantity } }: { row: Row; judged: QuickLine }) {
  return (
    <>
      {row.unread === undefined ? null : (
        <span className="lab">{row.unread ? `How many pieces is “${row.unread}”?` : 'How many pieces?'}</span>
      )}
      {product && verdicts.includes('old-number') ? (
        <Arrow was={row.saved ?? row.number} is={product.number ?? ''} />
      ) : null}
      {product && row.unread === undefined && verdicts.includes('multiple') && !verdicts.includes('too-few') ? (
        <>
          <Arrow was={grouped(row.quantity)} is={grouped(quantity)} />{' '}
          <span className="lab">
            {product.multiple > 1 ? `in boxes of ${grouped(product.multiple)}` : `from ${grouped(product.minOrder)} on`}
          </span>
        </>
      ) : null}
    </>
  )
}

const Arrow = ({ was, is }: { was: string; is: string }) => (
  <span className="arrow code">
    <s>{was}</s>
    <ArrowRight />
    {is}
  </span>
)

const PER_FOUR_DECIMALS = 10_000

/** The earlier price of one piece, when it has changed. */
function Then({ row: { then }, judged: { product, quantity } }: { row: Row; judged: QuickLine }) {
  if (then === undefined || !product) return null
  const more = Math.round((eachAt(termsOf(product), quantity) - then) * PER_FOUR_DECIMALS) / PER_FOUR_DECIMALS
  if (more === 0) return <span className="lab block">as then</span>
  return (
    <span className="lab block">
      {priceEach(Math.abs(more))} {more > 0 ? 'more' : 'less'} than then
    </span>
  )
}
