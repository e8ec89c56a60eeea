import { inOneLine } from '../addresses/address-text.ts'
import { ask, client } from '../client.ts'

type Where = { country: string; address: string; phone: string }

/** The address of the last order in one line, else of the profile; empty texts when neither can be fetched. */
export async function lastAddress(email: string): Promise<Where> {
  try {
    const [[last], profile] = await Promise.all([
      ask(client.orders.$get({ query: { email, limit: '1' } })),
      ask(client.user[':email'].$get({ param: { email } })),
    ])
    if (last?.address) return { country: last.country, address: inOneLine(last.address), phone: last.phone }
    return { country: '', address: profile.location ?? '', phone: profile.phone ?? '' }
  } catch {
    return { country: '', address: '', phone: '' }
  }
}
