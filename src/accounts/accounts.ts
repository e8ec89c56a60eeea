import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { type Db, transact } from '../database/db.ts'
import { holdsWords, pageOf } from '../database/lists.ts'
import type { Shop } from '../shop.ts'
import { idOfCursor, type Page, rowsBefore } from '../wire/listing.ts'
import { Refusal, unavailable } from '../wire/refusal.ts'
import { issueToken } from './access-tokens.ts'
import type { Actor, Person, Profile, UpdateProfile, User, UserListing, UserSummary } from './contract.ts'
import { isOpen, NAME_AND_EMAIL } from './find-people.ts'
import { isTaken, lockUser } from './identity/identity-rows.ts'
import { sessionsAmong } from './identity/sessions.ts'
import { isAdmin, isStaff, may } from './permissions.ts'
import { stillTheirs } from './still-may.ts'
import { users } from './table.server.ts'

type Row = typeof users.$inferSelect
export type Books = Pick<Shop, 'db' | 'clock'>

export const toSummary = ({ id, email, name, image, role, emailVerified }: Row): UserSummary => ({
  _id: id,
  email,
  name,
  img: image,
  role,
  emailVerified,
})

const toProfile = (row: Row): Profile => ({
  ...toSummary(row),
  education: row.education,
  location: row.location,
  phone: row.phone,
  linkedin: row.linkedin,
})

/** Only an admin may ask about others, whether they exist or not. Throws Refusal forbidden. */
function refuseOthers(asker: User, email: string) {
  if (asker.email !== email && !may(asker, 'people.read'))
    throw new Refusal('forbidden', 'Only an admin may ask about others.')
}

/** The admin check of the specification; false for an unknown address. */
export async function checkAdmin({ db }: Shop, asker: User, email: string): Promise<boolean> {
  refuseOthers(asker, email)
  const [row] = await db.select({ role: users.role }).from(users).where(eq(users.email, email))
  return row !== undefined && isAdmin(row)
}

/** Whether this address belongs to an admin, who must not sign in through a stand-in. */
export async function isOfAdmin(db: Db, email: string) {
  const [row] = await db.select({ role: users.role }).from(users).where(eq(users.email, email))
  return row !== undefined && isAdmin(row)
}

/** Which of these ids belong to staff. */
export async function staffAmong(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.select({ id: users.id, role: users.role }).from(users).where(inArray(users.id, ids))
  return new Set(rows.filter(isStaff).map(({ id }) => id))
}

/**
 * The refusal of a failed registration. Looked up after the failure, since two requests may register one address at
 * once.
 */
export async function whyNotRegistered({ db, clock }: Shop, email: string): Promise<Refusal> {
  if (await isTaken(db, { email, now: clock.now() }))
    return new Refusal('invalid', 'User already exists. Use another email.', { field: 'email' })
  return unavailable('The account could not be made. Try again.', 1)
}

export async function profileOf({ db }: Shop, asker: User, email: string): Promise<Profile> {
  refuseOthers(asker, email)
  const [row] = await db.select().from(users).where(eq(users.email, email))
  if (!row) throw new Refusal('not_found', 'Nobody has this address.')
  return toProfile(row)
}

export async function updateProfile(
  shop: Shop,
  user: Actor,
  { email, profile }: { email: string; profile: UpdateProfile },
): Promise<Profile> {
  if (user.email !== email) throw new Refusal('forbidden', 'This is not your profile.')
  return toProfile(await changeOwn(shop, user, profile))
}

/** Changes the user's name. Orders and reviews keep the name they were written under. */
export async function rename(shop: Shop, user: Actor, name: string) {
  const changed = await changeOwn(shop, user, { name })
  return { name: changed.name }
}

const changeOwn = ({ db, clock }: Shop, user: Actor, changes: Partial<Row>): Promise<Row> =>
  transact(db, async (tx) => {
    // The stronger lock comes first: two requests at once would else wait for each other.
    await lockUser(tx, user.id)
    const [row] = await tx
      .update(users)
      .set({ ...changes, updatedAt: clock.now() })
      .where(and(eq(users.id, user.id), isOpen))
      .returning()
    if (!row) throw new Refusal('not_found', 'This account is gone.')
    await stillTheirs(tx, user)
    return row
  })

/** The sync after a sign-in: a bearer token for the session, if path and payload both name its user. */
export async function syncUser(shop: Shop, user: Actor, addresses: string[]): Promise<string> {
  const isTheirs = addresses.every((email) => email === user.email)
  if (!isTheirs) throw new Refusal('forbidden', 'You are signed in with another address.')
  return issueToken(shop, { sessionId: user.sessionId, userId: user.id })
}

export async function listUsers({ db, clock }: Shop, listing: UserListing): Promise<Page<Person>> {
  const { limit, cursor, q, role } = listing
  const asked = and(isOpen, role && eq(users.role, role), holdsWords(NAME_AND_EMAIL, q))
  const from = cursor ? lt(users.id, idOfCursor(cursor)) : undefined
  const rows = await db
    .select()
    .from(users)
    .where(and(asked, from))
    .orderBy(desc(users.id))
    .limit(limit + 1)
    .offset(rowsBefore(listing))
  const ids = rows.map(({ id }) => id)
  const signedIn = await sessionsAmong(db, ids, clock.now())
  const toItem = (row: Row): Person => {
    const { count = 0, usedAt } = signedIn.get(row.id) ?? {}
    return { ...toSummary(row), sessions: count, seenAt: usedAt?.toISOString() ?? null }
  }
  return pageOf(db, { table: users, where: asked, listing, rows, toItem, cursorOf: ({ id }) => id })
}
