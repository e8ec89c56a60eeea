import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../database/columns.ts'
import { ROLES } from './permissions.ts'

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique('users_one_per_email'),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text(),
    role: text({ enum: ROLES }).notNull().default('customer'),
    education: text(),
    location: text(),
    phone: text(),
    linkedin: text(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When the account was closed; orders still refer to it. */
    closedAt: instant('closed_at'),
  },
  (t) => [
    index('users_admins').on(t.id).where(sql`role = 'admin'`),
    index('users_search').using('gin', sql`(name || ' ' || email) gin_trgm_ops`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    token: text().notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('sessions_of_user').on(t.userId)],
)

export const accounts = pgTable(
  'accounts',
  {
    id: uuid().primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    issuer: text(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text(),
    password: text(),
    /** When the mailbox's owner was known to have set the password. */
    provedAt: instant('proved_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('accounts_of_user').on(t.userId), uniqueIndex('accounts_once').on(t.providerId, t.accountId)],
)

export const verifications = pgTable(
  'verifications',
  {
    id: uuid().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('verifications_by_identifier').on(t.identifier)],
)

/**
 * `change` goes to the new mailbox and `take-back` to the earlier one; `proof` stands in for the password of an account
 * without one.
 */
export const LINK_KINDS = ['verify', 'reset', 'change', 'take-back', 'proof'] as const

/** Unused links of mails, by the hash of their token. Each proves that its holder reads `email`. */
export const mailLinks = pgTable(
  'mail_links',
  {
    hash: text().primaryKey(),
    kind: text({ enum: LINK_KINDS }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('mail_links_of_user').on(t.userId),
    index('mail_links_to_take_back').on(t.email).where(sql`kind = 'take-back'`),
  ],
)

/** Bearer tokens of the calls, by their hash; they end with their session. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    hash: text().primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('access_tokens_of_session').on(t.sessionId), index('access_tokens_of_user').on(t.userId)],
)

/** The columns that identify a user. */
export const WHO = {
  id: users.id,
  email: users.email,
  name: users.name,
  image: users.image,
  role: users.role,
  emailVerified: users.emailVerified,
}
