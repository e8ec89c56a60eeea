import { z } from 'zod'
import { grouped } from './grouped.ts'
import { isHttpsUrl } from './https-url.ts'

/** Characters that turn the reading direction of what stands after them, and controls other than line breaks and tabs. */
const MISLEADING = /[\u202a-\u202e\u2066-\u2069]|(?![\n\r\t])\p{Cc}/gu
/** Marks above and below one letter, beyond those that any script needs: they would paint over other lines. */
const STACKED = /(\p{M}{8})\p{M}+/gu
/** Some letters and signs show nothing: fillers of Hangul, the blanks of Braille, of music and of hieroglyphs. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}]/u

/** Letters of mathematics, some of which look bold among other letters. */
const MATHEMATICAL = /[\u{1d400}-\u{1d7ff}]/gu

const readable = (text: string) =>
  VISIBLE.test(text)
    ? text
        .replace(MISLEADING, '')
        .replace(STACKED, '$1')
        .replace(MATHEMATICAL, (letter) => letter.normalize('NFKC'))
    : ''

const typed = (letters: number, clean: (text: string) => string) =>
  z
    .string()
    .overwrite(clean)
    .trim()
    .max(letters, `At most ${grouped(letters)} characters`)

/** Text that users type for others to read, trimmed; text without a visible character counts as empty. */
export const atMost = (letters: number) => typed(letters, readable)

/** Breaks, wide spaces, and letters and signs that look like them. */
const BREAKS =
  /[\n\r\t\u115f\u1160\u1680\u2000-\u200a\u2028\u2029\u205f\u2800\u3000\u3164\uffa0\u{1d159}\u{13441}\u{13442}]+/gu
/** Runs of spaces, also with marks between that show nothing. */
const SPACES = /[ \u00a0\u202f](?:[\p{Cf}\p{Default_Ignorable_Code_Point}]*[ \u00a0\u202f])+/gu

/** As `atMost`, in one line: breaks and runs of spaces become one, so that nobody writes a line of their own beside a name. */
export const oneLine = (letters: number) =>
  typed(letters, (text) => readable(text).replace(BREAKS, ' ').replace(SPACES, ' '))

/** The address of a photo, or nothing. */
export const PhotoAddress = atMost(500).refine(
  (url) => url === '' || isHttpsUrl(url),
  'Enter an address that starts with https://',
)
