import { randomBytes } from 'node:crypto'
import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Clock } from '../../config/clock.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../database/db.ts'
import type { Post } from '../../post/post.ts'
import { Refusal } from '../../wire/refusal.ts'
import { LINK_KINDS, mailLinks } from '../table.server.ts'
import { hashOf } from '../token-hash.ts'
import { lockUser, type UserRow } from './identity-rows.ts'

export type LinkKind = (typeof LINK_KINDS)[number]
/** A token that came with a request, and the kinds of link that the request accepts. */
export type AskedLink = { token: string; kinds: LinkKind[]; now: Date }

type Tools = { config: Config; post: Post; clock: Clock }
type Fresh = {
  kind: LinkKind
  user: { id: string; email: string; name: string }
  /** Another mailbox than the account's. */
  to?: string
  /** Whether anybody can ask for it, for an account whose address nobody has proved: such links are counted by mailbox. */
  isUnproved?: boolean
}

const LIFE = 3_600_000
const BYTES = 32

const PAGES: Record<LinkKind, string> = {
  verify: '/verify-email',
  reset: '/reset-password',
  change: '/change-email',
  'take-back': '/take-back',
  proof: '/dashboard/security',
}
const TO_ANOTHER_MAILBOX: LinkKind[] = ['change', 'take-back']

/** Mails a link that works once, within an hour. Only the mail has its token. */
export async function mailLink(db: Db, tools: Tools, fresh: Fresh) {
  const { kind, user, to = user.email, isUnproved } = fresh
  const token = await keepLink(db, tools, fresh)
  const url = `${tools.config.appOrigin}${PAGES[kind]}?token=${token}`
  await tools.post.write(db, { template: kind, to, name: user.name, url, isUnproved })
}

/** What `mailLink` leaves to be seen in the account, where nothing may be mailed: a link whose token nobody gets. */
export const feignLink = async (db: Db, tools: Pick<Tools, 'clock'>, fresh: Fresh) =>
  void (await keepLink(db, tools, fresh))

async function keepLink(db: Db, { clock }: Pick<Tools, 'clock'>, { kind, user, to = user.email }: Fresh) {
  const token = randomBytes(BYTES).toString('base64url')
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + LIFE)
  await db.insert(mailLinks).values({ hash: hashOf(token), kind, userId: user.id, email: to, createdAt, expiresAt })
  return token
}

const isAsked = ({ token, kinds, now }: AskedLink) =>
  and(eq(mailLinks.hash, hashOf(token)), inArray(mailLinks.kind, kinds), gt(mailLinks.expiresAt, now))

/**
 * Finds the link of a token and leaves it usable. Throws Refusal not_found for one that is used, expired or invented.
 */
export async function findLink(db: Db, asked: AskedLink) {
  const [link] = await db.select().from(mailLinks).where(isAsked(asked))
  if (!link) throw noSuchLink()
  return link
}

/** `findLink` for a page that links of every kind lead to. */
export const linkOfAnyKind = ({ db, clock }: { db: Db; clock: Clock }, token: string) =>
  findLink(db, { token, kinds: [...LINK_KINDS], now: clock.now() })

/**
 * The account of a link, which the caller's transaction uses up. The account is locked first, so that two of its links
 * wait in one order and the second request with one link finds none.
 */
export async function holderOf(db: Db, asked: AskedLink): Promise<UserRow> {
  const { hash, kind, userId, email } = await findLink(db, asked)
  const user = await lockUser(db, userId)
  const used = await db.delete(mailLinks).where(eq(mailLinks.hash, hash)).returning({ hash: mailLinks.hash })
  const isTheirMailbox = user?.email === email || TO_ANOTHER_MAILBOX.includes(kind)
  if (used.length === 0 || !user || !isTheirMailbox) throw noSuchLink()
  return user
}

const noSuchLink = () => new Refusal('not_found', 'This link is used, too old or not whole.')
