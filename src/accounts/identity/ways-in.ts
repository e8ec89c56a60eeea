import { and, eq, gt } from 'drizzle-orm'
import type { Shop } from '../../shop.ts'
import type { User, WaysIn } from '../contract.ts'
import { accounts, mailLinks } from '../table.server.ts'

export async function waysInOf({ db, clock }: Shop, { id }: User): Promise<WaysIn> {
  const [ways, [change]] = await Promise.all([
    db
      .select({ provider: accounts.providerId, since: accounts.updatedAt })
      .from(accounts)
      .where(eq(accounts.userId, id)),
    db
      .select({ email: mailLinks.email })
      .from(mailLinks)
      .where(and(eq(mailLinks.userId, id), eq(mailLinks.kind, 'change'), gt(mailLinks.expiresAt, clock.now()))),
  ])
  return {
    passwordSince: ways.find(({ provider }) => provider === 'credential')?.since.toISOString() ?? null,
    google: ways.some(({ provider }) => provider === 'google'),
    newEmail: change?.email ?? null,
  }
}
