import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { z } from 'zod'
import type { Db } from '../../database/db.ts'
import { googleStandIn as rows } from './table.server.ts'

const KEY_BITS = 2048

const Person = z.object({ email: z.string(), name: z.string(), verified: z.boolean() })
export type Person = z.infer<typeof Person>

/** One kind of thing that oidc-provider keeps (see its Adapter interface). */
export function adapterOf(db: Db, kind: string): Adapter {
  const is = (id: string) => and(eq(rows.kind, kind), eq(rows.id, id))
  const isAlive = or(isNull(rows.expiresAt), gt(rows.expiresAt, sql`now()`))
  const findOne = async (where: ReturnType<typeof and>) => {
    const [row] = await db.select({ payload: rows.payload }).from(rows).where(and(where, isAlive))
    return row?.payload as AdapterPayload | undefined
  }
  return {
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? sql`now() + make_interval(secs => ${expiresIn})` : null
      const values = { payload: payload as Record<string, unknown>, grantId: payload.grantId ?? null, expiresAt }
      await db.delete(rows).where(lt(rows.expiresAt, sql`now()`))
      const row = { kind, id, ...values }
      await db
        .insert(rows)
        .values(row)
        .onConflictDoUpdate({ target: [rows.kind, rows.id], set: values })
    },
    find: (id) => findOne(is(id)),
    findByUid: (uid) => findOne(and(eq(rows.kind, kind), sql`${rows.payload} ->> 'uid' = ${uid}`)),
    findByUserCode: async () => undefined,
    async consume(id) {
      const consumed = sql`${rows.payload} || jsonb_build_object('consumed', floor(extract(epoch from now())))`
      await db.update(rows).set({ payload: consumed }).where(is(id))
    },
    async destroy(id) {
      await db.delete(rows).where(is(id))
    },
    async revokeByGrantId(grantId) {
      await db.delete(rows).where(eq(rows.grantId, grantId))
    },
  }
}

const KEY = { kind: 'Key', id: 'signing' }

/** The issuer's RS256 key, made once and locked with AUTH_SECRET, so that a copy of the database cannot sign. */
export async function signingKey(db: Db, passphrase: string) {
  const is = and(eq(rows.kind, KEY.kind), eq(rows.id, passphraseId(passphrase)))
  const [known] = await db.select().from(rows).where(is)
  if (!known) {
    const privateKeyEncoding = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const
    const publicKeyEncoding = { type: 'spki', format: 'pem' } as const
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: KEY_BITS,
      publicKeyEncoding,
      privateKeyEncoding,
    })
    const row = { kind: KEY.kind, id: passphraseId(passphrase), payload: { pem: privateKey } }
    await db.insert(rows).values(row).onConflictDoNothing()
  }
  const [kept] = await db.select().from(rows).where(is)
  const key = createPrivateKey({ key: String(kept?.payload.pem), passphrase })
  return { ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }
}

/** Another AUTH_SECRET is another key. */
const passphraseId = (passphrase: string) =>
  `${KEY.id} ${createHash('sha256').update(`id ${passphrase}`).digest('hex').slice(0, 8)}`

/** Stores a person under a subject that depends on the address alone. */
export async function keepPerson(db: Db, person: Person): Promise<string> {
  const sub = createHash('sha256').update(person.email).digest('hex').slice(0, 21)
  await adapterOf(db, 'Person').upsert(sub, person as AdapterPayload, 0)
  return sub
}

export async function personOf(db: Db, sub: string): Promise<Person | undefined> {
  return Person.safeParse(await adapterOf(db, 'Person').find(sub)).data
}
