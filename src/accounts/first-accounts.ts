import { eq, inArray, sql } from 'drizzle-orm'
import { record } from '../audit/audit.ts'
import { isLoopback } from '../config/config.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../config/demo-accounts.ts'
import { StartError } from '../config/start-error.ts'
import { transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import { foldEmail } from './contract.ts'
import { isCommonPassword } from './identity/common-passwords.ts'
import { isAdmin, type Role } from './permissions.ts'
import { accounts, users } from './table.server.ts'

type Person = { name: string; email: string; password: string; role: Role }

const FIRST_LOCK = 7_268_003

/** Creates the admin of ADMIN_EMAIL on a shop that has no account yet. */
export async function ensureFirstAdmin(shop: Shop) {
  const { admin } = shop.config
  if (!admin) return
  if (await isCommonPassword(admin.password)) {
    throw new StartError('ADMIN_PASSWORD is one of the most used passwords in the world; choose another.')
  }
  await createFirst(shop, [{ ...admin, name: foldEmail(admin.email).split('@')[0] ?? 'Admin', role: 'admin' }])
}

/** The accounts that a trial shows on its login page. */
export const createDemoAccounts = (shop: Shop) =>
  createFirst(
    shop,
    DEMO_ACCOUNTS.map((account) => ({ ...account, password: DEMO_PASSWORD })),
  )

/**
 * Throws StartError for a shop that is reached from outside and was a trial before, while an account of the trial has the
 * password that is published.
 */
export async function refusePublished({ auth, config, db }: Shop) {
  if (isLoopback(config.appOrigin)) return
  const emails = DEMO_ACCOUNTS.map(({ email }) => email)
  const known = await db
    .select({ email: users.email, hash: accounts.password })
    .from(users)
    .innerJoin(accounts, eq(accounts.userId, users.id))
    .where(inArray(users.email, emails))
    .orderBy(users.email)
  for (const { email, hash } of known) {
    if (!hash || !(await auth.isPassword(hash, DEMO_PASSWORD))) continue
    throw new StartError(
      `${email} still has the published password of the trial. Begin on an empty database, or change that password in a trial first.`,
    )
  }
}

function createFirst(shop: Shop, people: Person[]) {
  return transact(shop.db, async (tx) => {
    // Two nodes may start on one empty database at once: the second waits here and then finds the accounts.
    await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_LOCK})`)
    const [any] = await tx.select({ id: users.id }).from(users).limit(1)
    if (any) return
    for (const person of people) {
      const user = await shop.auth.createUser({ ...person, emailVerified: true }, tx)
      if (!isAdmin(user)) continue
      await record(tx, {
        at: shop.clock.now(),
        actor: null,
        action: 'admin.first',
        subject: user.id,
        after: { role: 'admin' },
      })
    }
  })
}
