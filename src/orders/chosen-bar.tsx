import { pieces } from '../products/per-pieces.ts'
import { useTaxWord } from '../sums/use-tax-word.ts'
import { Button } from '../ui/button.tsx'
import { Footbar } from '../ui/footbar.tsx'
import { formatMoney } from '../ui/format-money.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Printer, X } from '../ui/page-icons.tsx'
import { pickListPath, slipsPath } from './sheet-path.ts'
import type { Chosen } from './use-chosen.ts'

type ChosenBarProps = { chosen: Chosen[]; onDeliver: () => void; onNone: () => void }

/** How many orders are chosen, the sum of what they wait for, and what can be done with all of them. */
export function ChosenBar({ chosen, onDeliver, onNone }: ChosenBarProps) {
  const taxWord = useTaxWord()
  if (chosen.length === 0) return null
  const numbers = chosen.map(({ number }) => number)
  const lines = chosen.flatMap((order) => order.lines)
  const price = lines.reduce((sum, line) => sum + line.price, 0)
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Footbar label="Chosen orders">
      <p role="status">
        <b>{numbers.length} chosen</b>{' '}
        <span className="big">
          Parts for {formatMoney(price)}
          {taxWord}, {pieces(count)}, all paid
        </span>
      </p>
      <div>
        <LinkButton to={pickListPath(numbers)}>
          <Printer />
          Pick list
        </LinkButton>
        <LinkButton to={slipsPath(numbers)}>
          <Printer />
          Slips
        </LinkButton>
        <Button variant="key" onClick={onDeliver}>
          Deliver {numbers.length}
        </Button>
      </div>
      <button type="button" className="sq" aria-label="Choose none" onClick={onNone}>
        <X />
      </button>
    </Footbar>
  )
}
