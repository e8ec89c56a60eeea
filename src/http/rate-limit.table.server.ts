import { sql } from 'drizzle-orm'
import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core'

/** The columns and their order are rate-limiter-flexible's. Keys are hashes: no address and no e-mail is kept. Unlogged. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(sql`0`),
  expire: bigint({ mode: 'number' }),
})
