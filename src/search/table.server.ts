import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../database/columns.ts'

/** Searches without a hit, by their words and without their author. */
export const missedSearches = pgTable(
  'missed_searches',
  {
    words: text().primaryKey(),
    count: integer().notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [index('missed_searches_by_count').on(t.count, t.words), index('missed_searches_by_time').on(t.lastAt)],
)
