import { inOneLine } from '../addresses/address-text.ts'
import { ask, client } from '../client.ts'

type Where = { country: string; address: string; phone: string }
/** `placedAt` is when the last order was placed: empty when there is none, undefined when it is not known. */
type LastAddress = Where & { placedAt?: string }

/** The address of the last order in one line, else of the profile; empty texts when neither can be fetched. */
export async function lastAddress(email: string): Promise<LastAddress> {
  try {
    const [[last], profile] = await Promise.all([
      ask(client.orders.$get({ query: { email, limit: '1' } })),
      ask(client.user[':email'].$get({ param: { email } })),
    ])
    const placedAt = last?.createdAt ?? ''
    if (last?.address) return { country: last.country, address: inOneLine(last.address), phone: last.phone, placedAt }
    return { country: '', address: profile.location ?? '', phone: profile.phone ?? '', placedAt }
  } catch {
    return { country: '', address: '', phone: '' }
  }
}
