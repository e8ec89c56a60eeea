import { and, asc, eq, sql } from 'drizzle-orm'
import type { Actor, User } from '../accounts/contract.ts'
import { stillTheirs } from '../accounts/still-may.ts'
import { type Db, transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import { type Appliance, type KeepAppliance, MOST_APPLIANCES } from './contract.ts'
import { isNumbered, noSuchModel, toSummary } from './models.ts'
import { appliances, models } from './table.server.ts'

/** A user's appliances, in the order they were added. */
export async function appliancesOf(db: Db, { id }: Pick<User, 'id'>): Promise<Appliance[]> {
  const rows = await db
    .select({ model: models, serial: appliances.serial, name: appliances.name })
    .from(appliances)
    .innerJoin(models, eq(models.id, appliances.modelId))
    .where(eq(appliances.userId, id))
    .orderBy(asc(appliances.addedAt), asc(appliances.place))
  return rows.map(({ model, serial, name }) => ({ model: toSummary(model), serial, name }))
}

/**
 * Saves a model, or changes what is sent of its name and serial number; throws Refusal not_found, or conflict above the
 * limit.
 */
export const keepAppliance = ({ db, clock }: Shop, user: Actor, sent: KeepAppliance): Promise<Appliance[]> =>
  transact(db, async (tx) => {
    const { id } = user
    const { serial = null, name = null } = sent
    await stillTheirs(tx, user)
    const [model] = await tx.select({ id: models.id }).from(models).where(isNumbered(sent.model))
    if (!model) throw noSuchModel()
    // Without the lock two requests of one user would take the same place.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`appliances ${id}`}, 0))`)
    const { rows } = await tx.execute(sql`
      insert into appliances (user_id, model_id, place, serial, name, added_at)
      select ${id}, ${model.id}, place, coalesce(${serial}, ''), coalesce(${name}, ''), ${clock.now()}
      from (
        select coalesce(
          (select place from appliances where user_id = ${id} and model_id = ${model.id}),
          (select min(free) from generate_series(1, ${MOST_APPLIANCES}::int) free
            where not exists (select from appliances where user_id = ${id} and place = free))
        ) as place
      ) chosen where place is not null
      on conflict (user_id, model_id) do update set
        serial = coalesce(${serial}, appliances.serial), name = coalesce(${name}, appliances.name)
      returning place`)
    if (rows.length === 0)
      throw new Refusal('conflict', `You keep ${MOST_APPLIANCES} appliances, which is the most. Remove one first.`)
    return appliancesOf(tx, { id })
  })

/** Removes an appliance; one that is not saved changes nothing. */
export const loseAppliance = ({ db }: Shop, user: Actor, number: string): Promise<Appliance[]> =>
  transact(db, async (tx) => {
    await stillTheirs(tx, user)
    const isModel = sql`${appliances.modelId} = (select ${models.id} from ${models} where ${isNumbered(number)})`
    await tx.delete(appliances).where(and(eq(appliances.userId, user.id), isModel))
    return appliancesOf(tx, user)
  })

export const forgetAppliances = (db: Db, userId: string) => db.delete(appliances).where(eq(appliances.userId, userId))
