/**
 * A normalised word; `also` has other spellings of the same measure, `parts` the pieces of joined text, `range` what
 * `220-240 V` may be.
 */
export type Word = { word: string; isMeasure: boolean; also: string[]; parts: string[]; range?: Range }
/** All measures of a unit from the one number to the other. */
export type Range = { from: number; to: number; unit: string }

/** Units by spelling: the normal one, and the factor for the number. */
const UNITS: Record<string, [unit: string, factor: number]> = {
  ...alike(['v', 1], 'v volt volts vac vdc'),
  ...alike(['v', 1000], 'kv'),
  ...alike(['w', 1], 'w watt watts'),
  ...alike(['w', 1000], 'kw'),
  ...alike(['a', 1], 'a amp amps ampere amperes'),
  ...alike(['a', 0.001], 'ma'),
  ...alike(['uf', 1], 'uf mfd mf microfarad microfarads'),
  ...alike(['uf', 0.001], 'nf'),
  ...alike(['uf', 0.000_001], 'pf'),
  ...alike(['ohm', 1], 'ohm ohms'),
  ...alike(['ohm', 1000], 'kohm kohms k'),
  ...alike(['hz', 1], 'hz'),
  ...alike(['hz', 1000], 'khz'),
  ...alike(['mm', 1], 'mm millimetre millimetres millimeter millimeters'),
  ...alike(['mm', 10], 'cm centimetre centimetres centimeter centimeters'),
  ...alike(['mm', 1000], 'm metre metres meter meters'),
  ...alike(['in', 1], 'in inch inches "'),
  ...alike(['hp', 1], 'hp horsepower'),
  ...alike(['c', 1], 'c celsius deg degree degrees'),
  ...alike(['g', 1], 'g gram grams'),
  ...alike(['g', 1000], 'kg'),
  ...alike(['l', 1], 'l litre litres liter liters'),
  ...alike(['h', 1], 'h hr hrs hour hours'),
  ...alike(['min', 1], 'min mins minute minutes'),
  ...alike(['rpm', 1], 'rpm'),
  ...alike(['bar', 1], 'bar'),
  ...alike(['pin', 1], 'pin pins way'),
  ...alike(['%', 1], '%'),
}

function alike(meaning: [string, number], spellings: string) {
  return Object.fromEntries(spellings.split(' ').map((spelling) => [spelling, meaning]))
}

const MM_PER_INCH = 25.4
const NUMBER = '\\d+(?:\\.\\d+)?(?:/\\d+)?'
const SPELLINGS = Object.keys(UNITS).toSorted((a, b) => b.length - a.length)
/** A letter, digit or separator before a number makes it part of a word: `R-600a` has no measure of 600 A. */
const START = '(?<![\\p{L}\\p{N}./-])'
const UNIT = `[\\s-]*(${SPELLINGS.join('|')})(?![\\p{L}\\p{N}])`
const MEASURE = new RegExp(`${START}(${NUMBER})${UNIT}`, 'gu')
const TO = '\\s*(?:-|to)\\s*'
const RANGE = new RegExp(`${START}(${NUMBER}${TO}${NUMBER})${UNIT}`, 'gu')

/** Normalises letters, separators, thousands, fractions and refrigerants. */
export const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff°]+/g, '')
    .replace(/[μ]/g, 'u')
    .replace(/[×]/g, 'x')
    .replace(/[⁄]/g, '/')
    .replace(/[−–—‐‑_]/g, '-')
    .replace(/ω/g, 'ohm')
    .replace(/[″”“]|''/g, '"')
    .replace(/(\d),(\d\d\d)(?!\d)/g, '$1$2')
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/\bhalf (?:an )?inch/g, '1/2 inch')
    .replace(/\bquarter inch/g, '1/4 inch')
    .replace(/(\d)\s*x\s*(?=\d)/g, '$1 x ')
    .replace(/\br[\s-]?(\d{3,4}[a-z]{0,2})\b/g, 'r$1')

/** The distinct words of a text. */
export function wordsOf(text: string, isCatalogue: boolean): Word[] {
  const words = new Map<string, Word>()
  const put = (word: string, more: Partial<Word> = {}) => {
    if (word && !words.has(word)) words.set(word, { word, isMeasure: false, also: [], parts: [], ...more })
  }
  const rest = plain(text)
    .replace(/(\d)\s*v\s*(ac|dc)\b/g, '$1v $2')
    // The slash of `230v/50hz` separates two measures, the one of `1/4` belongs to one.
    .replace(/([a-z])\/(?=\d)/g, '$1 / ')
    .replace(RANGE, (text: string, ends: string, spelling: string) => {
      const [from = '', to = ''] = ends.split(new RegExp(TO))
      // 3-1/2 in is no range.
      if (ratioOf(from) >= ratioOf(to)) return text
      if (isCatalogue) return ` ${from} ${spelling} ${to} ${spelling} `
      put(text, { isMeasure: true, range: rangeOf(from, to, spelling) })
      return ' '
    })
    .replace(MEASURE, (_, number: string, spelling: string) => {
      const [unit = '', factor = 1] = UNITS[spelling] ?? []
      const word = measureOf(number, unit, factor)
      const also = unit === 'in' ? [measureOf(String(ratioOf(number) * MM_PER_INCH), 'mm', 1)] : []
      put(word, { isMeasure: true, also })
      if (isCatalogue) put(plainNumber(number), { isMeasure: true })
      return ' '
    })
  for (const raw of rest.split(/[^\p{L}\p{N}./-]+/u)) {
    for (const word of joinedOf(raw.replace(/^[./-]+|[./-]+$/g, ''), isCatalogue)) put(word.word, word)
  }
  return [...words.values()]
}

/** Joined text: in the catalogue whole and in pieces, in a search whole with its pieces beside it. */
function joinedOf(raw: string, isCatalogue: boolean): (Partial<Word> & { word: string })[] {
  if (/^\d{1,6}(?:\.\d+)?(?:\/\d+)?$/.test(raw)) return [{ word: plainNumber(raw), isMeasure: true }]
  const parts = raw.split(/[./-]+/).map(singular)
  if (parts.length === 1) return [{ word: singular(raw) }]
  const [whole, each] = [{ word: raw.replace(/[./-]+/g, ''), parts }, parts.map((word) => ({ word }))]
  return isCatalogue ? [whole, ...each] : [whole]
}

const ratioOf = (number: string) => {
  const [over = 0, under = 1] = number.split('/').map(Number)
  return over / under
}

function rangeOf(from: string, to: string, spelling: string): Range {
  const [unit = '', factor = 1] = UNITS[spelling] ?? []
  return { from: ratioOf(from) * factor, to: ratioOf(to) * factor, unit }
}

const plainNumber = (number: string) => (number.includes('/') ? number : String(Number(number)))

/** A fraction stays as it is printed: 1/4hp. */
const measureOf = (number: string, unit: string, factor: number) =>
  number.includes('/') ? `${number}${unit}` : `${Number((Number(number) * factor).toPrecision(6))}${unit}`

export function singular(word: string) {
  if (!/^[a-z]{4,}$/.test(word)) return word
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2)
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}
