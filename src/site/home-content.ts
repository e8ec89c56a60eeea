/** The content of the home page. */

export type Slide = {
  name: string
  heading: string
  paragraph: string
  image: string
  /** Products of the price list beside the drawing, by their part number. */
  partNumbers: string[]
  link: string
}

export const slides: Slide[] = [
  {
    name: 'All parts',
    heading: 'Fourteen reasons a refrigerator stops. All on the shelf.',
    paragraph:
      'Every part here is drawn, measured and counted. Order by the box, see the price of one piece, know the stock before you promise the repair.',
    link: '/products',
    image: '/drawings/refrigerator-section.svg',
    partNumbers: [
      'HC-120',
      'EF-230',
      'DG-1120',
      'TH-077',
      'DH-320',
      'DT-821',
      'SR-22',
      'NT-5K',
      'WV-2G',
      'IM-235',
      'WF-248',
      'CB-160',
      'RC-45',
      'MF-60N',
    ],
  },
  {
    name: 'Compressors',
    heading: 'Compressors that arrive dry, capped and tested.',
    paragraph:
      'Reciprocating and inverter types for R-600a and R-134a, all of them 168 mm high. Start relays, driers and capillary tube to match.',
    link: '/products',
    image: '/drawings/compressor.svg',
    partNumbers: ['HC-120', 'HC-150', 'IV-110', 'SR-22', 'FD-120', 'CT-08'],
  },
  {
    name: 'Boards',
    heading: 'Boards, sensors and semiconductors by the tube.',
    paragraph: 'Repair the board or replace it: relays, capacitors, MOSFETs and NTC sensors in workshop quantities.',
    link: '/products',
    image: '/drawings/control-board.svg',
    partNumbers: ['CB-160', 'PS-110', 'NT-5K', 'PR-12', 'EC-470', 'MF-60N'],
  },
  {
    name: 'Refrigerators',
    heading: 'Whole refrigerators, for when the repair is not worth it.',
    paragraph:
      'Two-door cabinets, chest freezers and glass-door refrigerators. They come upright on a pallet; let them stand four hours, then plug them in.',
    link: '/products',
    image: '/drawings/refrigerator.svg',
    partNumbers: ['RF-1760', 'FZ-950', 'DR-1960'],
  },
]

/** `date` is a plain day, like 2026-11-12. */
export type News = { date: string; title: string; text: string; image: string }

export const news: News[] = [
  {
    date: '2026-11-12',
    title: 'PTC relays now in boxes of ten',
    text: 'The 22 Ω plug-on relay fits three-pin compressors up to 1/4 HP. One box covers a week of calls.',
    image: '/drawings/start-relay.svg',
  },
  {
    date: '2026-11-03',
    title: 'Gasket profiles, drawn two to one',
    text: 'Every gasket now shows its section at twice the size. Compare it with the old one before you order.',
    image: '/drawings/door-gasket.svg',
  },
]

/** The business summary. */
export const summary = [
  { figure: '500+', of: 'parts' },
  { figure: '170M+', of: 'revenue' },
  { figure: '77k+', of: 'reviews' },
  { figure: '50+', of: 'countries' },
]
