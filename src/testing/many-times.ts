import type { Shop } from '../shop.ts'

/** Tries that are sent before those that are only counted, and after them. */
const [FIRST, LAST] = [2, 2]

/**
 * Reaches a limit as `times` tries do, but sends no more than four: what the second one counted is counted again for each
 * that is left out.
 */
export async function manyTimes(
  { pool }: Pick<Shop, 'pool'>,
  times: number,
  send: (round: number) => Promise<unknown>,
) {
  const leftOut = Math.max(0, times - FIRST - LAST)
  let before = '{}'
  for (let round = 1; round <= times; round++) {
    if (round === FIRST) before = await countsIn(pool)
    await send(round)
    if (round !== FIRST) continue
    await pool.query(COUNT_AGAIN, [before, leftOut])
    round += leftOut
  }
}

async function countsIn(pool: Shop['pool']) {
  const { rows } = await pool.query<{ counts: string }>(
    `select coalesce(jsonb_object_agg(key, points), '{}')::text as counts from rate_limits`,
  )
  return rows[0]?.counts ?? '{}'
}

const COUNT_AGAIN = `update rate_limits set points = points + (points - ($1::jsonb ->> key)::int) * $2::int
                     where $1::jsonb ? key`
