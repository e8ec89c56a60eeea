import { singular } from './words.ts'

/** Groups of names that the trade uses for one part. */
const GROUPS = [
  'seal|gasket|door rubber|rubber seal|seel',
  'fridge|refrigerator|icebox',
  'freezer|deepfreeze|deep freeze',
  'bulb|lamp|light|led|globe|lite',
  'pcb|board|control board|circuit board|module|motherboard',
  'dryer|drier|dehydrator',
  'fan|blower|ventilator',
  'fan blade|propeller|impeller',
  'ntc|thermistor|probe|sensor|temperature sensor',
  'handle|grip|pull',
  'defrost timer|defrost clock|timer|time switch',
  'tube|pipe|tubing|hose|line',
  'heater|heating element|element|heating rod',
  'drawer|bin|box|tray|draw',
  'crisper|vegetable|veg|salad|humidity',
  'shelf|rack|shelve',
  'knob|dial|button',
  'cable|wire|wiring|lead|cord',
  'power cord|mains lead|power cable|mains cable|plug',
  'harness|loom',
  'capacitor|cap|condenser capacitor|kondensator',
  'display|screen|panel',
  'valve|solenoid',
  'water valve|inlet valve|fill valve|solenoid valve',
  'refrigerant|freon|gas',
  'start relay|starter|ptc starter|starting relay|ptc relay|start device',
  'overload protector|overload|klixon|clixon|thermal protector|motor protector',
  'thermostat|cold control|temperature control|temperature switch|stat',
  'defrost thermostat|bimetal|bi metal|defrost switch',
  'thermal fuse|thermal cutoff|thermal cut out|tco',
  'ice maker|ice cube maker|ice machine|ice cube machine|icemaker',
  'evaporation tray|drip tray|drip pan|condensate tray|drain pan',
  'drain heater|gutter heater',
  'damper|air flap|air shutter|baffle|flap',
  'hinge|hinge bracket',
  'lid|top door',
  'sprung|spring',
  'rubber mount|grommet|bushing|vibration mount|rubber foot|mount',
  'compressor|pump|motor compressor',
  'condenser|condenser coil|coil',
  'evaporator|cooling coil|cooling plate|freezer plate',
  'water filter|filter cartridge|water cartridge',
  'filter drier|drier filter|filter dryer|dryer filter',
  'foot|leg|leveller|leveling foot|levelling foot',
  'roller|wheel|castor|caster',
  'lower|bottom',
  'upper|top',
  'door switch|light switch|lamp switch',
  'reed switch|magnetic switch|magnet switch',
  'catch|latch|lock|door lock',
  'bottle rack|bottle holder|door shelf|door rack|balcony|door bin',
  'inverter board|inverter module|inverter drive|driver board',
  'power supply|psu|adapter|adaptor|switching supply',
  'transformer|trafo',
  'relay|contactor',
  'rectifier|diode bridge|bridge rectifier',
  'mosfet|transistor|fet',
  'microcontroller|mcu|microprocessor|chip',
  'electrolytic|elco|electrolytic capacitor',
  'temperature controller|digital thermostat|electronic thermostat|digital controller',
  'buzzer|beeper|sounder',
  'emi filter|mains filter|noise filter',
  'process valve|service valve|schrader|charging valve|access valve|piercing valve',
  'capillary|cap tube|capillary tube',
  'glass|pane',
  'cover|lid cover|lens|shade',
  'aluminium|aluminum',
  'grey|gray',
  'colour|color',
  'bottle cooler|display cooler|drinks cooler|beverage cooler|showcase',
  'wine cooler|wine fridge|wine cabinet',
  'larder|larder refrigerator|upright refrigerator',
  'side by side|american|side-by-side',
  'french door|multidoor|four door',
  'chest freezer|chest|coffin freezer',
  'top freezer|top mount|two door',
  'bottom freezer|bottom mount|combi|fridge freezer',
].map((group) => group.split('|').map((phrase) => phrase.split(/[\s-]+/).map(singular)))

export const TRADE_WORDS = new Set(GROUPS.flat(2))

type Phrase = { words: string[]; others: string[][] }

const byFirst = new Map<string, Phrase[]>()
for (const group of GROUPS) {
  for (const words of group) {
    const known = byFirst.get(words[0] ?? '') ?? []
    byFirst.set(words[0] ?? '', [...known, { words, others: group.filter((other) => other !== words) }])
  }
}

/** The words of the synonyms of every name whose words are all given. */
export function otherNames(named: ReadonlySet<string>): Set<string> {
  const others = new Set<string>()
  for (const word of named) {
    for (const phrase of byFirst.get(word) ?? []) {
      if (phrase.words.every((one) => named.has(one))) for (const other of phrase.others.flat()) others.add(other)
    }
  }
  for (const word of named) others.delete(word)
  return others
}
