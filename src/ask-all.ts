import type { ClientResponse } from 'hono/client'
import { askWhole } from './client.ts'

/**
 * All rows of a list, call by call. The calls follow one another by cursor, so that a row that leaves the list meanwhile
 * moves no other out of the answer. Throws as `ask`.
 */
export async function askAll<Row>(call: (from: { cursor?: string }) => Promise<ClientResponse<Row[], number, 'json'>>) {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const { data, headers } = await askWhole(call(cursor ? { cursor } : {}))
    rows.push(...data)
    cursor = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  } while (cursor)
  return rows
}
