import type { ReactNode, RefObject } from 'react'
import { pieces } from '../products/per-pieces.ts'
import type { Quote } from '../sums/contract.ts'
import { COUNTRY_ADDS, sumRows } from '../sums/sum-rows.ts'
import { formatMoney } from '../ui/format-money.ts'
import { KeyValues } from '../ui/key-values.tsx'
import type { Shown } from './cart-in-browser.ts'
import { CodeField } from './code-field.tsx'
import type { useQuote } from './use-quote.ts'

type CartSumProps = {
  cart: Shown
  code: string
  typedCode: RefObject<string>
  quoted: ReturnType<typeof useQuote>
  label: string
  hint: string
  onCode: (code: string) => void
  /** Rows under those of the sum. */
  more?: { label: string; value: ReactNode }[]
  /** What stands between the sum and the next act. */
  aside?: ReactNode
  children: ReactNode
}

/** The sum of the cart by its parts, with the button of the next step. */
export function CartSum({
  cart: { lines },
  code,
  typedCode,
  quoted,
  label,
  hint,
  onCode,
  more = [],
  aside,
  children,
}: CartSumProps) {
  const { quote, isCurrent, problem } = quoted
  const counted = countedOf(lines)
  const wrong = new Map(quote.problems.map(({ field, message }) => [field, message]))
  // The same code once more: what was said of it may be over.
  const handleCode = (next: string) => (next && next === code ? quoted.again() : onCode(next))
  const rows = sumRows({ ...quote, code: wrong.has('code') ? null : code || null }, counted)
  return (
    <aside className="panel top" aria-label="Sum" aria-busy={!isCurrent}>
      <KeyValues
        rows={[...(rows.length > 0 ? rows : [{ label: counted, value: formatMoney(quote.lines) }]), ...more]}
      />
      <div className="pad total">
        <span className="flabel">{label}</span>
        <output>{formatMoney(quote.price)}</output>
      </div>
      {aside}
      <div className="pad grid gap-4">
        <Told quote={quote} problem={problem ?? wrong.get('country')} />
        <CodeField
          code={code}
          typedCode={typedCode}
          error={wrong.get('code')}
          pending={!isCurrent}
          onApply={handleCode}
        />
        {children}
        <p className="hint">{hint}</p>
      </div>
    </aside>
  )
}

/** `2 of 3 lines, 24 pieces`: lines that cannot be bought are not in the sum. */
function countedOf(lines: Shown['lines']) {
  const had = lines.filter(({ problem }) => !problem)
  const count = had.reduce((sum, { quantity }) => sum + quantity, 0)
  const all = lines.length === 1 ? '1 line' : `${lines.length} lines`
  return `${had.length === lines.length ? '' : `${had.length} of `}${all}, ${pieces(count)}`
}

/** What the sum leaves out, and how much is missing for free shipping. */
function Told({ quote, problem }: { quote: Quote; problem: string | undefined }) {
  const { freeFrom, lines, discount, awaitsCountry, taxName } = quote
  const left = freeFrom === null ? 0 : freeFrom - (lines - discount)
  const word = taxName ? ', excl. tax' : ''
  return (
    <>
      {problem ? (
        <p className="err" role="status">
          {problem}
        </p>
      ) : null}
      {!problem && awaitsCountry ? <p className="hint">{COUNTRY_ADDS}</p> : null}
      {left > 0 && freeFrom !== null ? (
        <p className="s14">
          {/* A code may take its share of what is added, too. */}
          Shipping is free from {formatMoney(freeFrom)}
          {discount > 0
            ? ` after the discount${word}; ${formatMoney(left)} is missing.`
            : `${word}: add ${formatMoney(left)} more.`}
        </p>
      ) : null}
    </>
  )
}
