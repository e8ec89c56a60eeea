import { grouped } from '../wire/grouped.ts'
import type { Verdict } from './contract.ts'
import type { Row } from './use-rows.ts'

const GROUPS = {
  ok: { verdicts: ['ok'], label: 'In stock', mark: 'paid' },
  old: { verdicts: ['old-number'], label: 'Old number', mark: 'pend' },
  changed: { verdicts: ['multiple', 'twice'], label: 'Multiple, twice', mark: 'pend' },
  few: { verdicts: ['too-few'], label: 'Too few left', mark: 'wrong' },
  unknown: { verdicts: ['not-found', 'several'], label: 'Not found, several, not read', mark: 'wrong' },
} satisfies Record<string, { verdicts: Verdict[]; label: string; mark: string }>

/** The group of verdicts whose lines are shown, or all. */
export type Shown = keyof typeof GROUPS | 'all'

export const isShown = (row: Row, shown: Shown) => {
  if (shown === 'all') return true
  // Its verdict is on one piece, which nobody has asked for.
  if (row.unread !== undefined) return shown === 'unknown'
  const verdicts: Verdict[] = GROUPS[shown].verdicts
  return row.judged !== undefined && verdicts.includes(row.judged.verdict)
}

type TallyProps = { rows: Row[]; shown: Shown; onShow: (shown: Shown) => void }

/** The number of lines by verdict; each is a button that shows only those lines. */
export function Tally({ rows, shown, onShow }: TallyProps) {
  const cell = (group: Shown, label: string, mark: string) => (
    <li key={group}>
      <button type="button" aria-pressed={shown === group} onClick={() => onShow(group)}>
        <b>{grouped(rows.filter((row) => isShown(row, group)).length)}</b>
        <span className={mark}>{label}</span>
      </button>
    </li>
  )
  return (
    <ul className="tally">
      {cell('all', 'All lines', 'lab')}
      {Object.entries(GROUPS).map(([group, { label, mark }]) => cell(group as Shown, label, `st ${mark}`))}
    </ul>
  )
}
