import { href, useRouteLoaderData } from 'react-router'
import { isStaff, type Role } from '../accounts/permissions.ts'
import { ask, client } from '../client.ts'
import { grouped } from '../wire/grouped.ts'
import type { Waiting } from './contract.ts'

/** What waits for this person's work; counts that could not be read are not shown. */
export async function readWaiting({ role }: { role?: Role | undefined }): Promise<Waiting> {
  if (!role || !isStaff({ role })) return {}
  try {
    return await ask(client.waiting.$get())
  } catch {
    return {}
  }
}

const COUNTS: Record<string, keyof Waiting> = {
  [href('/dashboard/orders')]: 'orders',
  [href('/dashboard/part-requests')]: 'requests',
  [href('/dashboard/questions')]: 'questions',
}

/** How much work waits at a page of the dashboard, as its route has read it. */
export function useWaiting(to: string): string | undefined {
  const waiting = useRouteLoaderData<() => Waiting>('site/dashboard')
  const total = COUNTS[to] && waiting?.[COUNTS[to]]
  return total?.count ? `${grouped(total.count)}${total.more ? '+' : ''}` : undefined
}
