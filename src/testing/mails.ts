import { sql } from 'drizzle-orm'
import { type AccountTemplate, type Mail, WrittenMail } from '../post/mail.ts'
import { unseal } from '../post/seal.ts'
import type { Shop } from '../shop.ts'

/** The mails that are written and wait to be sent, oldest first. */
export async function mailsOf({ db, config }: Shop): Promise<Mail[]> {
  const { rows } = await db.execute<{ sealed: string }>(
    sql`select data ->> 'sealed' as sealed from pgboss.job where name = 'mail' order by created_on`,
  )
  return rows.map(({ sealed }) => WrittenMail.parse(JSON.parse(unseal(config.authSecret, sealed))))
}

/** The link of the newest mail of a kind to an address. */
export async function linkTo(shop: Shop, template: AccountTemplate, to: string): Promise<string> {
  const mail = (await mailsTo(shop, to)).findLast((one) => one.template === template)
  if (!mail || !('url' in mail)) throw new Error(`There is no ${template} mail to ${to}.`)
  return mail.url
}

/** The mails to an address that are about no order, oldest first. */
export const mailsTo = async (shop: Shop, to: string): Promise<Mail[]> =>
  (await mailsOf(shop)).filter((mail) => 'to' in mail && mail.to === to)

/** The token in that link. */
export async function tokenTo(shop: Shop, template: AccountTemplate, to: string): Promise<string> {
  return new URL(await linkTo(shop, template, to)).searchParams.get('token') ?? ''
}
