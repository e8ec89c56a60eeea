import { href, useRouteLoaderData } from 'react-router'
import { may, type Role } from '../accounts/permissions.ts'
import { ask, client } from '../client.ts'
import { grouped } from '../wire/grouped.ts'
import type { Total } from '../wire/listing.ts'

export type Waiting = { orders?: Total }

/** What waits for this person's work; a count that could not be read is not shown. */
export async function readWaiting(who: { role?: Role | undefined }): Promise<Waiting> {
  if (!may(who, 'orders.readAll')) return {}
  try {
    return { orders: (await ask(client.allorders.counts.$get())).paid }
  } catch {
    return {}
  }
}

/** How much work waits at a page of the dashboard, as its route has read it. */
export function useWaiting(to: string): string | undefined {
  const waiting = useRouteLoaderData<() => Waiting>('site/dashboard')
  const total = to === href('/dashboard/orders') ? waiting?.orders : undefined
  return total?.count ? `${grouped(total.count)}${total.more ? '+' : ''}` : undefined
}
