import { setTimeout as wait } from 'node:timers/promises'
import { DATABASES } from './machines.ts'

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string }

/** What the first Patroni that answers tells of the cluster. */
export async function memberRows(): Promise<Member[]> {
  const asked = DATABASES.map(async (name) => {
    const answer = await fetch(`http://${name}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
    return ((await answer.json()) as { members: Member[] }).members
  })
  return Promise.any(asked)
}

const HEALTHY_WITHIN = 180_000

/** A primary, a synchronous standby and a third that streams, all on one timeline and close behind. */
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

/** Answers how many milliseconds it took until three members are healthy; throws when they do not become so. */
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

/** Patroni's switchover to the synchronous standby, as an operator asks for it. */
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
