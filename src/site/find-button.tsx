import { useState } from 'react'
import { classes } from '../ui/classes.ts'
import { Search } from '../ui/page-icons.tsx'
import { whenOpen } from '../ui/when-open.tsx'
import { FIND } from './find.ts'

const FindBox = whenOpen(() => import('./find-box.tsx'))

/** In the field's place where the bar has no room for it. */
export function FindButton({ className }: { className: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={classes('find', className)} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Search />
        <span className="vh">{FIND}</span>
      </button>
      <FindBox open={open} onClose={() => setOpen(false)} />
    </>
  )
}
