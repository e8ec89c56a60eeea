import type { Product } from '../products/contract.ts'
import { fullName } from '../products/full-name.ts'
import { priceEach } from '../products/per-pieces.ts'
import { eachAt, termsOf, totalAt } from '../products/quantity.ts'
import { Button } from '../ui/button.tsx'
import { formatMoney } from '../ui/format-money.ts'
import { ArrowRight } from '../ui/icons.tsx'
import { grouped } from '../wire/grouped.ts'
import { toDollars } from '../wire/money.ts'
import type { QuickLine, Verdict } from './contract.ts'
import type { ReadLine } from './read-list.ts'

/** A line of the list with what the shop says of it. */
export type Row = ReadLine & { id: string; judged?: QuickLine | undefined }

const NEEDS = new Set<Verdict>(['not-found', 'several', 'too-few'])

/** Whether a line can go into the cart as it stands. */
export const isReady = ({ judged }: Row) => judged?.product != null && !NEEDS.has(judged.verdict) && judged.quantity > 0

const WORDS: Record<Verdict, string> = {
  'not-found': 'Not found',
  several: 'Several parts',
  'too-few': 'Too few left',
  multiple: 'Multiple',
  'old-number': 'Old number',
  twice: 'Twice',
  ok: 'In stock',
}
const markOf = (verdict: Verdict) => (verdict === 'ok' ? 'paid' : NEEDS.has(verdict) ? 'wrong' : 'pend')

const TOLD: { verdicts: Verdict[]; label: string; mark: string }[] = [
  { verdicts: ['ok'], label: 'In stock', mark: 'paid' },
  { verdicts: ['old-number'], label: 'Old number', mark: 'pend' },
  { verdicts: ['multiple', 'twice'], label: 'Multiple, twice', mark: 'pend' },
  { verdicts: ['too-few'], label: 'Too few left', mark: 'wrong' },
  { verdicts: ['not-found', 'several'], label: 'Not found, several', mark: 'wrong' },
]

/** How many lines have which verdict. */
export function Tally({ rows }: { rows: Row[] }) {
  const countOf = (verdicts: Verdict[]) =>
    rows.filter(({ judged }) => judged && verdicts.includes(judged.verdict)).length
  return (
    <ul className="tally">
      <li>
        <b>{grouped(rows.length)}</b>
        <span className="lab">All lines</span>
      </li>
      {TOLD.map(({ verdicts, label, mark }) => (
        <li key={label}>
          <b>{grouped(countOf(verdicts))}</b>
          <span className={`st ${mark}`}>{label}</span>
        </li>
      ))}
    </ul>
  )
}

type VerdictTableProps = { rows: Row[]; onMend: (at: number, mended: Partial<Row> | null) => void }

/** Each line as it was typed, the part it means, and what can be done about it. */
export function VerdictTable({ rows, onMend }: VerdictTableProps) {
  return (
    <div className="tablebox">
      <table className="verdict">
        <caption className="vh">Lines with their verdicts</caption>
        <thead>
          <tr>
            <th scope="col" className="n">
              Line
            </th>
            <th scope="col">As typed</th>
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
          {rows.map((row, at) => (
            <VerdictRow key={row.id} row={row} line={at + 1} onMend={(mended) => onMend(at, mended)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type VerdictRowProps = { row: Row; line: number; onMend: (mended: Partial<Row> | null) => void }

function VerdictRow({ row, line, onMend }: VerdictRowProps) {
  const { judged, typed } = row
  if (!judged) return null
  const { product, quantity, verdict } = judged
  const total = product && isReady(row) ? formatMoney(toDollars(totalAt(termsOf(product), quantity))) : '–'
  return (
    <tr className={isReady(row) ? undefined : 'needs'}>
      <td className="n ln">{line}</td>
      <td className="typed">{typed}</td>
      <td className="is">
        {product ? (
          <>
            {product.name} <span className="code soft">{product.number}</span>
          </>
        ) : (
          <span className="none">{row.number || typed}</span>
        )}
      </td>
      <td className="v">
        <span className="fixes">
          <span className={`st ${markOf(verdict)}`}>{WORDS[verdict]}</span>
          <Told row={row} judged={judged} />
          <Fixes judged={judged} line={line} onMend={onMend} />
        </span>
      </td>
      <td className="q">
        {product ? (
          <input
            key={quantity}
            className="in qty"
            inputMode="numeric"
            defaultValue={verdict === 'too-few' ? row.quantity : quantity}
            aria-label={`Quantity in line ${line}`}
            aria-invalid={verdict === 'too-few' || undefined}
            onBlur={({ target }) => {
              const typedQuantity = Number(target.value)
              const isNew = Number.isInteger(typedQuantity) && typedQuantity > 0 && typedQuantity !== quantity
              if (isNew) onMend({ quantity: Math.min(typedQuantity, 1_000_000) })
            }}
          />
        ) : null}
      </td>
      <td className="n each">{product ? priceEach(eachAt(termsOf(product), quantity)) : ''}</td>
      <td className="n line1">{total}</td>
    </tr>
  )
}

/** What was made of the line: another number, another quantity. */
function Told({ row, judged: { product, verdicts, quantity } }: { row: Row; judged: QuickLine }) {
  return (
    <>
      {product && verdicts.includes('old-number') ? <Arrow was={row.number} is={product.number ?? ''} /> : null}
      {product && verdicts.includes('multiple') && !verdicts.includes('too-few') ? (
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

function Fixes({
  judged: { product, verdict, quantity, nearest },
  line,
  onMend,
}: { judged: QuickLine } & Omit<VerdictRowProps, 'row'>) {
  if (!NEEDS.has(verdict)) return null
  const named = (part: Product) => part.number ?? fullName(part)
  return (
    <>
      {product && quantity > 0 ? (
        <Button size="sm" variant="ink" onClick={() => onMend({ quantity })}>
          Take {grouped(quantity)}
        </Button>
      ) : null}
      {nearest.map((part, at) => (
        <Button
          key={part._id}
          size="sm"
          variant={at === 0 ? 'ink' : undefined}
          aria-label={`Line ${line}: take ${fullName(part)}`}
          onClick={() => onMend({ number: part.number ?? part._id })}
        >
          {named(part)}
        </Button>
      ))}
      <Button size="sm" aria-label={`Leave line ${line} out`} onClick={() => onMend(null)}>
        Leave it out
      </Button>
    </>
  )
}
