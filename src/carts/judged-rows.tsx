import { type ReactNode, useState } from 'react'
import { joinedLines } from '../orders/line-problems.ts'
import { useTaxWord } from '../sums/use-tax-word.ts'
import { Button } from '../ui/button.tsx'
import { formatMoney } from '../ui/format-money.ts'
import { withPrices } from './cart-in-browser.ts'
import { isShown, type Shown, Tally } from './tally.tsx'
import { isReady, needsMending, type OnPut, type Row, type Rows } from './use-rows.ts'
import { VerdictTable } from './verdict-table.tsx'

type JudgedRowsProps = {
  title: string
  state: Rows
  /** The header of the column with the typed text, where there is such a column. */
  typedHead?: string
  onPut: OnPut
  /** Shows the lines again that went into the cart or were left out. */
  onShowAll?: (() => void) | undefined
  /** Checks a list that has been changed since; without it these lines are those of the list. */
  onCheckAgain?: (() => void) | undefined
  /** Buttons beside the one that adds the lines to the cart. */
  children?: ReactNode
}

/** Lines with their verdicts, which can be corrected in place, and the sum of those that can go into the cart. */
export function JudgedRows({ title, state, typedHead, onPut, onShowAll, onCheckAgain, children }: JudgedRowsProps) {
  const { rows, isBusy, isPressed, mend, put } = state
  const [shown, setShown] = useState<Shown>('all')
  const ready = rows.filter(isReady)
  const needing = rows.filter(needsMending).length
  // When the last line of a group is corrected, all lines are shown again.
  const seen = rows.some((row) => isShown(row, shown)) ? shown : 'all'
  return (
    <section className="mt-10" aria-busy={isBusy}>
      <div className="tools border-t-2 border-ink pt-3 mb-4">
        <h2>{title}</h2>
        <span className="count" role="status">
          {needing > 0 ? needsWords(needing) : null}
        </span>
      </div>
      <Tally rows={rows} shown={seen} onShow={setShown} />
      <VerdictTable rows={rows} typedHead={typedHead} isShown={(row) => isShown(row, seen)} onMend={mend} />
      <div className="sumbar">
        {onCheckAgain ? <Outdated /> : <Ready rows={ready} count={rows.length} />}
        {onShowAll ? (
          <Button size="lg" onClick={onShowAll}>
            All lines again
          </Button>
        ) : null}
        {onCheckAgain ? null : children}
        <Button
          variant="key"
          size="lg"
          idle={ready.length === 0 && !onCheckAgain}
          pending={isPressed}
          onClick={onCheckAgain ?? (() => put(onPut))}
        >
          {onCheckAgain ? 'Check it again' : putWords(ready.length)}
        </Button>
      </div>
    </section>
  )
}

const putWords = (count: number) => (count === 1 ? 'Put 1 line into the cart' : `Put ${count} lines into the cart`)

const Outdated = () => (
  <>
    <span className="s14" role="status">
      <b className="med">Your list has changed.</b> <span className="soft">These lines are of the one before.</span>
    </span>
    <span className="amt" />
  </>
)

/** How many of the lines go into the cart now, and for how much. */
function Ready({ rows, count }: { rows: Row[]; count: number }) {
  const taxWord = useTaxWord()
  return (
    <>
      <span className="s14">
        <b className="med">
          {rows.length} of {count} lines
        </b>{' '}
        <span className="soft">go in now{rows.length < count ? ', the rest stays here' : ''}</span>
      </span>
      <span className="amt">
        {formatMoney(sumOf(rows))}
        {taxWord ? <small className="s14 soft">{taxWord}</small> : null}
      </span>
    </>
  )
}

const sumOf = (rows: Row[]) =>
  withPrices(
    // As the cart joins them: a break counts all pieces of a part under one reference.
    joinedLines(
      rows.flatMap(({ judged, reference }) =>
        judged?.product
          ? [{ productId: judged.product._id, quantity: judged.quantity, reference, product: judged.product }]
          : [],
      ),
    ),
  ).price

const needsWords = (count: number) => (count === 1 ? '1 line needs you' : `${count} lines need you`)
