import { askAsText, type Db } from '../database/db.ts'

/** An order whose lines have all arrived, with its products. */
export type ArrivedOrder = { id: string; number: number; buyerId: string; productIds: string[] }

type Window = { after: Date; until: Date; limit: number; at: Date }

/**
 * Claims paid orders whose last parcel arrived, or else was sent, within a period. They are marked in the caller's
 * transaction, so that several nodes claim each order once.
 */
export async function takeArrived(db: Db, { after, until, limit, at }: Window): Promise<ArrivedOrder[]> {
  const { rows } = await askAsText(db, TAKE, [after, until, limit, at])
  return rows as ArrivedOrder[]
}

const TAKE = `
  with chosen as (
    select o.id from orders o
    where o.status = 'paid' and o.review_asked_at is null and o.given_back_at is null
      and o.id in (select order_id from parcels where taken_back_at is null and coalesce(arrived_at, sent_at) > $1
        and coalesce(arrived_at, sent_at) <= $2)
      and not exists (
        select from order_lines l left join parcels p on p.id = l.parcel_id
        where l.order_id = o.id and l.closed_at is null
          and (l.status <> 'delivered' or coalesce(p.arrived_at, p.sent_at, l.delivered_at) > $2))
    limit $3 for no key update of o skip locked
  )
  update orders set review_asked_at = $4 from chosen where orders.id = chosen.id and review_asked_at is null
  returning orders.id, number, buyer_id as "buyerId",
    array(select distinct product_id from order_lines l where l.order_id = orders.id and l.closed_at is null) as "productIds"`
