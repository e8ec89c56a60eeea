/** Words of the trade that mean one part, in the singular and as the catalogue's words are kept. */
const GROUPS = [
  'seal gasket',
  'fridge refrigerator cooler',
  'freezer deepfreeze',
  'bulb lamp light',
  'pcb board',
  'dryer drier dehydrator',
  'fan blower ventilator',
  'sensor thermistor probe ntc',
  'handle grip',
  'timer clock',
  'tube pipe tubing',
  'heater element',
  'drawer bin',
  'shelf shelve',
  'knob dial',
  'cable wire wiring',
  'harness loom',
  'capacitor cap',
  'display screen',
  'valve solenoid',
  'refrigerant freon',
  'aluminium aluminum',
  'grey gray',
  'colour color',
].map((group) => group.split(' '))

const SYNONYMS = new Map(GROUPS.flatMap((group) => group.map((word) => [word, group] as const)))

export const SYNONYM_WORDS = [...SYNONYMS.keys()]

/** A word and what else it is called. */
export const synonymsOf = (word: string): readonly string[] => SYNONYMS.get(word) ?? []
