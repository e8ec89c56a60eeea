import { useState } from 'react'
import { href, Link } from 'react-router'
import { ChevronDown } from '../ui/icons.tsx'
import { whenOpen } from '../ui/when-open.tsx'
import { useMyAppliance } from './appliances-here.ts'

const MineBox = whenOpen(() => import('./mine-box.tsx'))

/** The bar's cell of the chosen appliance. */
export function MineCell() {
  const mine = useMyAppliance()
  const [open, setOpen] = useState(false)
  if (!mine)
    return (
      <div className="minecell">
        <Link to={href('/models')} className="mine">
          <span>
            <small>Your appliance</small>
            <u>Tell us the model</u>
          </span>
        </Link>
      </div>
    )
  const { maker, number, kind } = mine.model
  return (
    <div className="minecell">
      <button type="button" className="mine" aria-expanded={open} onClick={() => setOpen(!open)}>
        <img className="kind" src={`/drawings/kinds/${kind}.svg`} alt="" width={32} height={32} />
        <span>
          <small>Your appliance</small>
          {maker} {number}
        </span>
        <ChevronDown />
      </button>
      <MineBox open={open} onClose={() => setOpen(false)} />
    </div>
  )
}

/** The chosen appliance as a line under the bar, in narrow windows. */
export function MineStrip() {
  const mine = useMyAppliance()
  const [open, setOpen] = useState(false)
  return (
    <aside className="minestrip" aria-label="Your appliance">
      <div className="wrap">
        {mine ? (
          <>
            <span>
              For your{' '}
              <b>
                {mine.model.maker} {mine.model.number}
              </b>
            </span>
            <button className="btn sm" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
              Change
            </button>
          </>
        ) : (
          <>
            <span>Your appliance</span>
            <Link className="btn sm" to={href('/models')}>
              Tell us the model
            </Link>
          </>
        )}
      </div>
      <MineBox open={open} onClose={() => setOpen(false)} />
    </aside>
  )
}
