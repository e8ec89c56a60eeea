import { setTimeout as wait } from 'node:timers/promises'
import { DATABASES } from './machines.ts'

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string }

/** The state of the cluster, from the first Patroni that answers. */
export async function memberRows(): Promise<Member[]> {
  const asked = DATABASES.map(async (name) => {
    const answer = await fetch(`http://${name}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
    return ((await answer.json()) as { members: Member[] }).members
  })
  return Promise.any(asked)
}

const HEALTHY_WITHIN = 180_000

/** Healthy is a primary, a synchronous standby and a third member that streams, all on one timeline with little lag. */
function areHealthy(members: Member[]) {
  const follows = ({ role, state, timeline, lag }: Member) =>
    (role === 'leader' || (state === 'streaming' && Number(lag) < 1_000_000)) && timeline === members[0]?.timeline
  return (
    members.length === DATABASES.length &&
    members.filter(({ role, state }) => role === 'leader' && state === 'running').length === 1 &&
    members.some(({ role }) => role === 'sync_standby') &&
    members.every(follows)
  )
}

/** Waits until three members are healthy and answers the milliseconds; throws after `within`. */
export async function untilHealthy(within = HEALTHY_WITHIN) {
  const begin = performance.now()
  let members: Member[] = []
  while (!areHealthy(members)) {
    if (performance.now() - begin > within) throw new Error(`not three healthy members: ${JSON.stringify(members)}`)
    await wait(300)
    members = await memberRows().catch(() => [])
  }
  return performance.now() - begin
}

/** A planned switchover to the synchronous standby, by Patroni's API. */
export async function switchOver() {
  const members = await memberRows()
  const leader = members.find(({ role }) => role === 'leader')?.name
  const candidate = members.find(({ role }) => role === 'sync_standby')?.name
  const answer = await fetch(`http://${leader}:8008/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader, candidate }),
  })
  if (!answer.ok) throw new Error(`the switchover was refused: ${await answer.text()}`)
}
