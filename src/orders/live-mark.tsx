import { useState } from 'react'
import { classes } from '../ui/classes.ts'
import { timeOf } from '../ui/format-time.ts'
import type { OrderPage } from './order-page-contract.ts'
import { useLiveOrder } from './use-live-order.ts'

/** Says that the page follows its order live, or when it was last updated. */
export function LiveMark({ page }: { page: OrderPage }) {
  const isLive = useLiveOrder(page)
  const [was, setWas] = useState({ isLive, at: '' })
  if (was.isLive !== isLive) setWas({ isLive, at: isLive ? '' : new Date().toISOString() })
  const last = page.history.at(-1)
  return (
    <span className={classes('live', !isLive && 'cut')} role="status">
      {isLive
        ? `Live, last change ${last ? timeOf(last.at) : ''}`
        : was.at
          ? `Last seen ${timeOf(was.at)}`
          : 'Connecting'}
    </span>
  )
}
