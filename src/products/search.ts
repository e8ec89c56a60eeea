import { or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { SYNONYM_WORDS, synonymsOf } from './synonyms.ts'
import { products } from './table.server.ts'

const MOST_WORDS = 8
/** Words that say nothing about a part; a measure or a number is never among them. */
const EMPTY_WORDS = new Set(['and', 'the', 'for', 'with', 'of', 'in', 'to', 'on', 'at', 'an', 'from', 'by', 'or', 'a'])

/** What was typed, as products are asked for it. */
export type Search = {
  /** The whole as a number would be kept; undefined where it can be none. */
  key: string | undefined
  /** A tsquery: each word, at the beginning of one, or what else it is called; empty where nothing is asked. */
  words: string
  /** What was typed with the words that the catalogue does not know replaced by the nearest that it does. */
  mended?: string
}

type Word = { key: string | null; word: string; nearest: string | null }

/** Reads a typed search; a word that nothing in the catalogue begins with counts as the nearest one by its letters. */
export async function readSearch(db: Db, typed: string): Promise<Search> {
  const { rows } = await db.execute<Word>(sql`
    select squeezed(${typed}) as key, word, case
      when word !~ '^[[:alpha:]]{4,}$' or word = any(${sql.param(SYNONYM_WORDS)}) then null
      when exists (select from catalogue_words known where starts_with(known.word, asked.word)) then null
      else (
        select known.word from catalogue_words known
        where levenshtein_less_equal(known.word, asked.word, least(2, length(asked.word) / 3)) <= least(2, length(asked.word) / 3)
        order by levenshtein(known.word, asked.word), similarity(known.word, asked.word) desc, known.word limit 1
      ) end as nearest
    from unnest(search_words(${typed}, false)) as asked(word)`)
  const full = rows.filter(({ word }) => !EMPTY_WORDS.has(word))
  const meant = (full.length > 0 ? full : rows).slice(0, MOST_WORDS)
  const words = meant.map(({ word, nearest }) => anyOf(nearest ?? word)).join(' & ')
  const mended = meant.reduce((text, { word, nearest }) => (nearest ? replaced(text, word, nearest) : text), typed)
  return { key: rows[0]?.key ?? undefined, words, ...(mended !== typed && { mended }) }
}

/** Lexemes hold letters, digits and `./-%` alone, so none needs an escape. A single sign is no beginning. */
const anyOf = (word: string) =>
  `(${[word.length > 1 ? `'${word}':*` : `'${word}'`, ...synonymsOf(word).map((one) => `'${one}'`)].join(' | ')})`

/** The word stands in what was typed in the plural, too. */
const replaced = (text: string, word: string, nearest: string) =>
  text.replace(new RegExp(`${word}\\p{L}*`, 'iu'), nearest)

const nothing = sql`false`

const isNumber = ({ key }: Search) => (key ? sql`squeezed(${products.number}) = ${key}` : nothing)
/** Letters alone begin too many numbers to come before the names. */
const beginsNumber = ({ key }: Search) =>
  key && /\d/.test(key) ? sql`squeezed(${products.number}) like ${`${key}%`}` : nothing
const isNamed = ({ words }: Search) => (words ? sql`products.name_words @@ ${words}::tsquery` : nothing)
const isToldOf = ({ words }: Search) => (words ? sql`products.all_words @@ ${words}::tsquery` : nothing)

/** What a search finds, in any order; an index answers each part. */
export const finds = (search: Search) => or(isNumber(search), beginsNumber(search), isToldOf(search))

/** What it finds, the best first: the number itself, numbers that begin so, names, and what else is told of a product. */
export function rankedBy(search: Search): SQL[] {
  const [is, begins, named] = [isNumber(search), beginsNumber(search), isNamed(search)]
  const isOther = sql`(${is}) is not true and (${begins}) is not true`
  return [
    is,
    sql`${begins} and not ${is}`,
    sql`${named} and ${isOther}`,
    sql`${isToldOf(search)} and not ${named} and ${isOther}`,
  ]
}
