import { linkIn, mailTo } from './mail.ts'
import type { startShop } from './open-shop.ts'
import { aPerson } from './person.ts'
import { ADMIN, aStranger } from './standing.ts'

/** People of a shop that one file has for itself, because its rules would change the sums of all other journeys. */

type Shop = Awaited<ReturnType<typeof startShop>>
type Browser = Parameters<typeof aPerson>[0]

async function enter({ origin }: Shop, browser: Browser) {
  const person = await aPerson({ ...browser, baseURL: origin })
  const send = async (method: string, path: string, data: object) => {
    const headers = { Origin: origin }
    const answer = await person.context.request.fetch(`/api${path}`, { method, data, headers })
    if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}`)
  }
  return { page: person.page, send }
}

export async function adminOf(shop: Shop, browser: Browser) {
  const { page, send } = await enter(shop, browser)
  await send('POST', '/auth/sign-in/email', ADMIN)
  return page
}

/** A new customer, whose address is verified. */
export async function customerOf(shop: Shop, browser: Browser) {
  const { page, send } = await enter(shop, browser)
  const who = aStranger()
  await send('POST', '/auth/sign-up/email', who)
  await send('PUT', `/user/${encodeURIComponent(who.email)}`, { email: who.email, name: who.name })
  const mail = await mailTo(who.email, /^Verify your e-mail/, `${shop.dataDir}/mail`)
  const token = new URL(linkIn(mail, '/verify-email')).searchParams.get('token')
  await send('POST', '/auth/verify-email', { token })
  return { page, who }
}
