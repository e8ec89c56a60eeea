/** What is typed, and what must come first. */
export type Query = {
  q: string
  kind: string
  expect: { first?: string; inFirst5?: string[]; model?: string; symptom?: string; none?: boolean }
}

const first = (kind: string, q: string, number: string): Query => ({ q, kind, expect: { first: number } })
const words = (q: string, ...inFirst5: string[]): Query => ({ q, kind: 'words', expect: { inFirst5 } })
const model = (q: string, number: string): Query => ({ q, kind: 'model', expect: { model: number } })
const symptom = (q: string, slug: string): Query => ({ q, kind: 'symptom', expect: { symptom: slug } })
const nothing = (q: string): Query => ({ q, kind: 'none', expect: { none: true } })

/** Asked as a workshop asks, beside the queries that came with the data. */
export const OWN_QUERIES: Query[] = [
  first('exact', 'Hc/120', 'HC-120'),
  first('exact', 'ＴＲ－２３０', 'TR-230'),
  first('exact', 'ka 41 0065 b', 'KA 41 0065 B'),
  first('exact', 'nt-5kl', 'NT-5KL'),
  first('old', 'hc 105', 'HC-120'),
  first('old', 'DT-817', 'DT-821'),
  first('old', 'ef200', 'EF-230'),
  first('near', 'HC-12O', 'HC-120'),
  first('near', 'TH-07T', 'TH-077'),
  first('near', 'EF-2300', 'EF-230'),
  first('near', 'DG-1l20', 'DG-1120'),
  model('BKR32 210 01', 'BKR32-210/01'),
  model('kr f560tx', 'KR-F560TX-S2'),
  nothing('vacuum cleaner bag xylophone'),
  nothing('9999-9999-9999'),
  nothing('%%%'),
  words('compressor 1/5 hp r600a', 'HC-120'),
  words('thermostat bottel cooler', 'TH-410'),
  words('run cap 4 mfd', 'RC-4', 'RC-4L'),
  words('15w bulb', 'LB-15'),
  words('klixon 9.2 a', 'OP-92'),
  words('heating element 320 mm 230 volt', 'DH-320'),
  words('ptc starter 22 ohms', 'SR-22', 'SR-22S'),
  words('3,15 amp fuse slow', 'FU-315T'),
  words('gasket 1120 by 570', 'DG-1120'),
  words('R600A capillary 0,6', 'CT-06'),
  words('door rubber freezer', '91-0448/A', 'N5022-14', 'H10-2235', 'H10-2237', 'KA 63 0030 A'),
  words('veg drawer 430mm', 'CD-430'),
  words('twist tray icemaker', 'IM-12T', 'IM-14T'),
  words('magnetic switch', 'DK-16R', 'DK-16RL'),
  words('quarter inch water pipe', 'WT-6', 'WT-6D'),
  words('power supply 230v to 12v 3 amps', 'PS-112'),
  words('thermal cutoff 77', 'TF-77', 'TF-77P', 'TF-72P'),
  words('evaporator fan 12v dc', 'EF-12', 'EF-13'),
  words('Steppermotor damper', 'AD-12S', 'AD-12D'),
  words('electrolytic 1000 microfarad', 'EC-1000', 'EC-1000H'),
  words('ntc 10k clip', 'NT-10KC'),
  symptom('fridge not cold', 'not-cooling'),
  symptom('puddle on the floor', 'water-on-floor'),
  symptom("door won't close", 'door-open'),
  symptom('the fridge never stops running', 'runs-all-the-time'),
  symptom('noisy', 'loud'),
]
