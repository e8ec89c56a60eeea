import { type SQL, sql } from 'drizzle-orm'
import { forgetAddresses } from '../addresses/addresses.ts'
import { forgetAlerts } from '../alerts/stock-alerts.ts'
import { forgetRequests } from '../asks/asks.ts'
import { forgetCart } from '../carts/carts.ts'
import type { Db } from '../database/db.ts'
import { forgetKeysOf } from '../database/once.ts'
import { forgetAppliances } from '../fits/appliances.ts'
import { forgetLists } from '../lists/saved-lists.ts'
import { forgetMessages } from '../post/contact.ts'
import { forgetSubscriber } from '../post/newsletter.ts'
import { forgetAsker } from '../questions/questions.ts'
import { forgetAuthor } from '../reviews/reviews.ts'
import { forgetGroupOf } from '../sums/group-people.ts'

/** `mailbox` is the address that the person has proved; what came from it without signing in is theirs as well. */
export type Person = { id: string; mailbox: string | undefined }

/** `shown` is absent for what opens a door or repeats what stands elsewhere. */
type OwnTable = {
  table: string
  isOf: (person: Person) => SQL
  shown?: {
    section: string
    /** Columns that are left out: secrets, and what is only there to be searched. */
    but?: string[]
    /** SQL columns that are added to those of the row `t`. */
    beside?: Record<string, string>
    /** Whether its rows have an `id` and there may be many. */
    long?: boolean
    /** The SQL number of lines that come with a row, where they may be hundreds. */
    lines?: string
    /** The SQL count, where it is not that of the rows. */
    counts?: string
  }
  /** Removes the person from the rows; or a text that says what else removes them, or why they stay. */
  forget: ((db: Db, person: Person) => Promise<unknown>) | string
}

const by =
  (column: string) =>
  ({ id }: Person) =>
    sql`t.${sql.identifier(column)} = ${id}::uuid`

const byMailbox = ({ mailbox }: Person) => sql`t.email = ${mailbox ?? null}::text`

const byEither =
  (column: string) =>
  (person: Person): SQL =>
    sql`(${by(column)(person)} or ${byMailbox(person)})`

const ofOrders = ({ id }: Person) => sql`t.order_id in (select id from orders where buyer_id = ${id}::uuid)`

const OF_GOOGLE = ['access_token', 'access_token_expires_at', 'refresh_token', 'refresh_token_expires_at', 'id_token']

const WITH_ACCOUNT = 'deleted when the account is closed'
const WITH_ORDERS = 'forgotten with their orders'

const PART = { part: '(select name from products where id = t.product_id)' }
const PARTS = {
  parts: `(select jsonb_object_agg(id, name) from products
    where id in (select (line ->> 'productId')::uuid from jsonb_array_elements(t.lines) line))`,
}
const of = (table: string, but = '{}') =>
  `(select jsonb_agg(to_jsonb(o) - '${but}'::text[] order by to_jsonb(o) -> 'id', to_jsonb(o) -> 'seq')
    from ${table} o where o.order_id = t.id)`

/**
 * Every table with rows of somebody, in the order in which they are forgotten. What a person is told of themselves, how
 * much is counted, and what a closed account leaves are all read from here.
 */
export const OWN_TABLES: OwnTable[] = [
  {
    table: 'orders',
    isOf: by('buyer_id'),
    shown: {
      section: 'orders',
      but: ['place', 'warned_at'],
      beside: {
        lines: of('order_lines', '{searched}'),
        parcels: of('parcels'),
        events: of('order_events'),
        payments: of('payment_intents', '{place,warned_at}'),
      },
      long: true,
      lines: '(select count(*) from order_lines where order_id = t.id)',
    },
    forget: 'forgotten in portions',
  },
  { table: 'order_lines', isOf: by('buyer_id'), forget: WITH_ORDERS },
  { table: 'parcels', isOf: ofOrders, forget: WITH_ORDERS },
  { table: 'order_events', isOf: ofOrders, forget: 'holds no word of a person' },
  {
    table: 'payment_intents',
    isOf: by('buyer_id'),
    shown: { section: 'payments', but: ['place', 'warned_at'], long: true },
    forget: 'holds numbers and sums alone, which the books need',
  },
  {
    table: 'reviews',
    isOf: by('author_id'),
    shown: { section: 'reviews', beside: PART, long: true },
    forget: (db, { id }) => forgetAuthor(db, id),
  },
  {
    table: 'review_mail_refusals',
    isOf: by('person_id'),
    shown: { section: 'refusedReviewMails' },
    forget: 'forgotten with the reviews',
  },
  {
    table: 'questions',
    isOf: by('author_id'),
    shown: { section: 'questions', beside: PART, long: true },
    forget: (db, { id }) => forgetAsker(db, id),
  },
  {
    table: 'answers',
    isOf: by('author_id'),
    shown: { section: 'answers', long: true },
    forget: 'forgotten with the questions',
  },
  {
    table: 'appliances',
    isOf: by('user_id'),
    shown: {
      section: 'appliances',
      beside: { model: "(select maker || ' ' || number from models where id = t.model_id)" },
    },
    forget: (db, { id }) => forgetAppliances(db, id),
  },
  {
    table: 'carts',
    isOf: by('user_id'),
    shown: { section: 'cart', beside: PARTS, counts: 'coalesce(sum(jsonb_array_length(t.lines)), 0)' },
    forget: (db, { id }) => forgetCart(db, id),
  },
  {
    table: 'saved_lists',
    isOf: by('user_id'),
    shown: {
      section: 'lists',
      but: ['link_hash'],
      beside: PARTS,
      long: true,
      lines: 'jsonb_array_length(t.lines)',
    },
    forget: (db, { id }) => forgetLists(db, id),
  },
  {
    table: 'addresses',
    isOf: by('user_id'),
    shown: { section: 'addresses', long: true },
    forget: (db, { id }) => forgetAddresses(db, id),
  },
  {
    table: 'price_group_people',
    isOf: by('user_id'),
    shown: { section: 'priceGroup', beside: { name: '(select name from price_groups where id = t.group_id)' } },
    forget: (db, { id }) => forgetGroupOf(db, id),
  },
  {
    table: 'stock_alerts',
    isOf: byEither('person_id'),
    shown: {
      section: 'alerts',
      but: ['confirm_hash'],
      beside: PART,
      long: true,
      counts: 'count(*) filter (where t.confirmed_at is not null and t.sent_at is null)',
    },
    forget: forgetAlerts,
  },
  {
    table: 'part_requests',
    isOf: byEither('asker_id'),
    shown: { section: 'requests', long: true },
    forget: forgetRequests,
  },
  {
    table: 'newsletter_subscribers',
    isOf: byMailbox,
    shown: { section: 'newsletter', but: ['confirm_hash', 'unsubscribe_hash'] },
    forget: async (db, { mailbox }) => mailbox && forgetSubscriber(db, mailbox),
  },
  {
    table: 'contact_messages',
    isOf: byMailbox,
    shown: { section: 'messages', long: true },
    forget: async (db, { mailbox }) => mailbox && forgetMessages(db, mailbox),
  },
  // What it answers repeats orders and payments, for a day.
  { table: 'idempotency_keys', isOf: by('user_id'), forget: (db, { id }) => forgetKeysOf(db, id) },
  { table: 'users', isOf: by('id'), shown: { section: 'account' }, forget: 'emptied when the account is closed' },
  {
    table: 'accounts',
    isOf: by('user_id'),
    shown: { section: 'waysIn', but: ['password', ...OF_GOOGLE] },
    forget: WITH_ACCOUNT,
  },
  {
    table: 'sessions',
    isOf: by('user_id'),
    shown: { section: 'sessions', but: ['token'], long: true },
    forget: WITH_ACCOUNT,
  },
  { table: 'access_tokens', isOf: by('user_id'), forget: WITH_ACCOUNT },
  { table: 'mail_links', isOf: by('user_id'), shown: { section: 'links', but: ['hash'] }, forget: WITH_ACCOUNT },
  {
    table: 'audit_log',
    isOf: by('actor_id'),
    shown: { section: 'acts', but: ['actor_email', 'before', 'after'], long: true },
    forget: 'stays under a number, to show who did what',
  },
]

/** Takes somebody out of everything that stays when their account is closed. */
export async function forgetPerson(db: Db, person: Person) {
  for (const { forget } of OWN_TABLES) if (typeof forget !== 'string') await forget(db, person)
}
