/** ISO 3166-1, without countries that no parcel can be sent to. */
const CODES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

/** Names that people write beside those of `Intl`. */
const ALSO: Record<string, string> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'great britain': 'GB',
  holland: 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
  korea: 'KR',
}

/** Characters of the longest text that is looked up. Normalizing thousands of combining signs takes long. */
const LONGEST = 100

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

// Made on first use: the names of `Intl` and their folding would cost some ten milliseconds at the start.
let names: Intl.DisplayNames | undefined
let codes: Map<string, string> | undefined

const codeOf = () =>
  (codes ??= new Map([
    ...CODES.map((code): [string, string] => [folded(countryNameOf(code)), code]),
    ...CODES.map((code): [string, string] => [code.toLowerCase(), code]),
    ...Object.entries(ALSO),
  ]))

/** All countries, by their names. */
export const countries = () =>
  CODES.map((code) => ({ code, name: countryNameOf(code) })).sort((a, b) => a.name.localeCompare(b.name, 'en'))

/** The ISO code of a country as people write it, by code or English name; undefined when it is none. */
export const countryCodeOf = (text: string) => (text.length > LONGEST ? undefined : codeOf().get(folded(text)))

/** The English name of a code, as addresses have it. */
export function countryNameOf(code: string) {
  names ??= new Intl.DisplayNames('en', { type: 'region' })
  return names.of(code) ?? code
}
