import { nearestOf } from './nearest-words.ts'
import { TRADE_WORDS } from './synonyms.ts'
import { plain, singular } from './words.ts'

/** Common words that do not tell complaints apart. */
const EMPTY = new Set(
  `a again an and are as at awful be because been but by crazy do does did for from get gets getting give gives go goes
  going got has have hell i in is it its just keep keeps kitchen like mad make makes making me morning my night nite now of on
  or our overnight properly really so some someone soon still suddenly that the then there this to up very was were when while
  white will with you your`.split(/\s+/),
)

/** A word and its synonyms, which it replaces. */
const SAME_WORDS = `refrigerator: fridge frig icebox
  not: wont doesnt cant can cannot never isnt didnt arent wasnt without stopped hardly barely
  cool: cold cooling colder chill chilled chilling
  warm: hot warmer warming lukewarm
  melt: melted melting thawed thawing thaw defrosted
  start: starting starts started
  click: clicking clicks clicked tick ticking ticks
  leak: leaking leaks leaked
  drip: dripping drips dripped trickle trickles trickling
  noise: noisy noises loud sound sounds racket din helicopter plane aeroplane airplane jet tractor lorry truck train drill
  vibrate: rattle rattling rattles vibrates vibrating vibration shakes shaking
  hum: humming hums
  buzz: buzzing buzzes
  grind: grinding grinds scraping scrapes
  squeal: squealing squeals squeak squeaks squeaking screech screeching whine whining whistle whistling chirp chirping
  knock: knocking knocks bang banging bangs clunk clunking thump thumping
  lamp: light lights lite lites bulb bulbs led
  frost: frosting frosted frosty frosts snow
  freeze: freezes freezing frozen froze
  ice: iced icing icy
  run: running runs
  always: constantly continuously constant continuous forever
  stop: stops stopping quits
  trip: trips tripping tripped
  close: closes closing shut closed
  work: works working function functioning
  show: shows showing says saying reads reading
  build: builds building
  flash: flashing flashes blink blinking blinks
  flicker: flickers flickering
  beep: beeping beeps bleeping alarm buzzer
  shock: shocks shocked tingle tingles tingling zap
  breaker: rcd gfci gfi rcbo mcb elcb
  blow: blows blown blew
  seal: sealing seals seel gasket
  fill: fills filling
  puddle: pool pooling pools puddles flood flooded flooding
  ok: fine good okay normal alright perfect perfectly
  block: blocked clogged blocking plugged jammed jam jams stuck seized bunged
  smell: smells smelly smelling stink stinks stinking stinky
  torn: snap snaps snapped tear tears tearing split splits perished ripped rip cracked worn hardened brittle
  hang: hangs hanging dropped drops sag sags sagging sagged droops drooping
  display: screen panel
  crisper: salad veg vegetable
  under: underneath beneath below
  electricity: electric electrical electrics
  food: milk lettuce beer drink
  burn: burning burnt burned
  swing: swings pop pops popping spring springs
  touch: touched touching
  overflow: overflows overflowing overflowed
  back: rear bak
  all: everything both`

const SAME = new Map(
  SAME_WORDS.split('\n').flatMap((line) => {
    const [word = '', others = ''] = line.split(':')
    return others
      .trim()
      .split(' ')
      .map((other) => [other, word.trim()] as const)
  }),
)

/** Two words with one meaning, joined. */
const JOINED: [RegExp, string][] = [
  [/[\u2019']/g, ''],
  [/\bice[ -]?makers?\b/g, 'icemaker'],
  [/\bnon[ -]?stop\b/g, 'always'],
  [/\b(?:switch|turn|shut|cut|cycle|kick)(?:s|es|ed|t?ing)? (?:off|down|out)\b/g, 'stop'],
  [/\b(?:pack(?:s|ed)? (?:up|in)|giv(?:es|en) up|gave up|conk(?:s|ed)? out)\b/g, 'dead'],
  [/\bplug(?:s|ged|ging)? (?:it |this |her |him )?in\b/g, 'plugin'],
  [
    /\b(?:knock|throw|take|kick|flip|pop)(?:s|ing|ed)? (?:out )?(?:the |my |all |house )*(electrics?|electricity|power|breaker|rcd|fuses?)\b/g,
    'trip $1',
  ],
  [/\b(?:e|f|er|err)[ -]?\d{1,2}\b/g, 'error'],
]

const rootOf = (word: string) => SAME.get(word) ?? SAME.get(singular(word)) ?? singular(word)

/** The words of a complaint, with synonyms replaced. */
export const complaintWords = (text: string, mended: (word: string) => string = (word) => word) => {
  const joined = JOINED.reduce((all, [one, word]) => all.replace(one, word), plain(text))
  // Each word once, because correcting one is slow, and a single character such as U+FDFA unfolds to four words.
  const words = new Set(joined.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1 && !EMPTY.has(word)))
  return [...new Set([...words].map((word) => rootOf(mended(word))))]
}

/** Corrects a misspelt word to the nearest known one. */
export function mender(known: Iterable<string>): (word: string) => string {
  const words = new Set([...known, ...SAME.keys(), ...SAME.values(), ...TRADE_WORDS])
  const byLength = Map.groupBy(words, ({ length }) => length)
  return (word) =>
    words.has(word) || EMPTY.has(word) || words.has(rootOf(word)) || !/^\p{L}+$/u.test(word)
      ? word
      : (nearestOf(word, byLength, () => 1)[0] ?? word)
}
