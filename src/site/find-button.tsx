import { classes } from '../ui/classes.ts'
import { Search } from '../ui/icons.tsx'
import { FIND } from './find.ts'

/** In the field's place where the bar has no room for it. */
export function FindButton({ className, onClick }: { className: string; onClick: () => void }) {
  return (
    <button type="button" className={classes('find', className)} aria-haspopup="dialog" onClick={onClick}>
      <Search />
      <span className="vh">{FIND}</span>
    </button>
  )
}
