import { dayAndTime } from '../ui/when.ts'
import type { Order } from './contract.ts'

/** Which order it is, and since when: the first cell of a list. */
export function OrderCell({ order: { number, createdAt } }: { order: Order }) {
  return (
    <>
      <span className="strong whitespace-nowrap">{number}</span>
      <time className="block s12 soft" dateTime={createdAt}>
        {dayAndTime(createdAt)}
      </time>
    </>
  )
}
