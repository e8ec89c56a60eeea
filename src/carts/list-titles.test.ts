import { expect, test } from 'vitest'
import { readList } from './read-list.ts'
import { withPlace } from './with-place.ts'

const read = (text: string, ...more: [Parameters<typeof readList>[1]?]) =>
  readList(text, ...more).lines.map(({ number, quantity, unread }) => [number, unread ?? quantity])

test.each(['P/N', 'Parts', 'Varenr', 'Mfr P/N', 'Ersatzteil', 'Référence'])(
  'under a header whose quantities have a title the numbers are found under %j too',
  (title) => {
    expect(read(`${title};Description;Stock;Qty\nEF-230;Fan;320;12\nSR-22;Relay;0;20`)).toEqual([
      ['EF-230', 12],
      ['SR-22', 20],
    ])
  },
)

test('a header may name years', () => {
  expect(read('Part number;2024;2025;Qty\nEF-230;100;90;12')).toEqual([['EF-230', 12]])
})

test.each([
  'Part number;Reorder point;To order',
  'Part number;Qty used;To order',
  'Part number;Free qty;Order',
  'Part number;In van;Order',
  'Part number;Box qty;To order',
  'Part number;Shelf qty;Order',
])('of a header %j the column to order holds the quantities', (head) => {
  expect(read(`${head}\nEF-230;320;12\nSR-22;640;20`)).toEqual([
    ['EF-230', 12],
    ['SR-22', 20],
  ])
})

test.each(['Stock', 'Qty used', 'Qty (boxes)', 'Boxes', 'Stock required', 'Work order'])(
  'under a header whose only numbers are %j no quantity is taken, and none is one piece',
  (title) => {
    const text = `Part number;${title}\nEF-230;3\nSR-22;4`
    const { columns, lines } = readList(text)
    expect(lines.map(({ unread }) => unread)).toEqual(['3', '4'])
    expect(read(text, [{ ...withPlace(columns, 'quantity', 1), head: `Part number;${title}` }])[0]).toEqual([
      'EF-230',
      3,
    ])
    expect(read(text, [{ ...withPlace(columns, 'quantity', undefined), head: `Part number;${title}` }])[0]).toEqual([
      'EF-230',
      1,
    ])
  },
)

test.each(['Reorder', 'Restock', 'Reorder qty', 'Lagerbestellung', 'To buy', 'Total'])(
  'under %j stands what is to be ordered',
  (title) => {
    expect(read(`Part number;Stock;${title}\nEF-230;320;12\nSR-22;4;20`)[0]).toEqual(['EF-230', 12])
    expect(read(`Part number;Qty;${title}\nEF-230;320;12\nSR-22;4;20`)[0]).toEqual(['EF-230', '320 or 12'])
  },
)

test.each([
  ['P/N;Stock;Order', 12],
  ['Varenr;Lager;Antal', 12],
  ['Référence;Stock;Quantité', 12],
  ['Your part number;Have;Need', 12],
  ['Parts;Have;Need', 12],
  ['Ersatzteil;Bestand;Nachbestellung', 12],
  ['Teil;Vorrat;Bestand', '320 or 12'],
])('under %j the first numbers are not taken for the quantity', (head, quantity) => {
  const { columns } = readList(`${head}\nEF-230;320;12\nSR-22;4;20`)
  expect([columns.number, read(`${head}\nEF-230;320;12\nSR-22;4;20`)[0]]).toEqual([0, ['EF-230', quantity]])
})

test('beside a title of quantities those of prices, places, years and orders are in no doubt', () => {
  for (const [head, cell] of [
    ['Room', '24'],
    ['Shelf', '31'],
    ['WO', '4711'],
    ['Price', '18'],
    ['2025', '90'],
    ['Page', '7'],
    ['In stock', '320'],
    ['Description', '230'],
  ])
    expect([head, read(`Part number;${head};Qty\nEF-230;${cell};12`)]).toEqual([head, [['EF-230', 12]]])
})

test.each([
  ['No. off', 12],
  ['To purchase', 12],
  ['Purchase', 12],
  ['Number required', 12],
  ['Line qty', 12],
  ['Number', '12'],
  ['Line count', 12],
  ['Max', '12'],
])('under %j alone stands %j', (title, quantity) => {
  expect(read(`Part no.;Description;${title}\nEF-230;Fan;12`)).toEqual([['EF-230', quantity]])
})

test.each(['Purchase qty', 'To purchase', 'Max', 'Line qty'])('beside %j a quantity is in doubt', (title) => {
  expect(read(`Part no.;Qty;${title}\nEF-230;4;12`)).toEqual([['EF-230', '4 or 12']])
})

test('the number of an order, before or behind that of the part, is no quantity', () => {
  expect(read('Order;Part number;Description\n4711;EF-230;Fan')).toEqual([['EF-230', '4711']])
  for (const title of ['Order no.', 'Order number', 'Work order', 'Purchase order', 'PO'])
    expect([title, read(`Part number;Qty;${title}\nEF-230;12;4711`)]).toEqual([title, [['EF-230', 12]]])
})

test.each([
  'Item;Qty;Manufacturer Part Number',
  'Artikel;Menge;Artikelnummer',
  'Part;Qty;Part number',
  'No.;Qty;Item no.',
])('under %j the numbers are those that look like one', (head) => {
  expect(read(`${head}\n1;12;EF-230\n2;20;SR-22`)).toEqual([
    ['EF-230', 12],
    ['SR-22', 20],
  ])
  expect(read(`${head}\nFan;12;219820\nRelay;20;219821`)[0]).toEqual(['219820', 12])
})

const NO_PIECES = [
  ...[
    'Discount',
    'Disc %',
    'Rabatt',
    'Remise',
    'VAT',
    'MwSt',
    'Moms',
    'Rate',
    'Ext',
    'Subtotal',
    'Summe',
    'Montant',
    'Pris',
  ],
  ...[
    'Order ID',
    'Order #',
    'Bestellnr.',
    'Auftragsnummer',
    'Invoice',
    'Commande',
    'Chantier',
    'Projekt',
    'RMA',
    'Job',
  ],
  ...['Kundennr.', 'Lieferant', 'Vendor', 'Tech', 'Truck #', 'Machine', 'Location', 'Lagerort', 'Reol', 'PLZ', 'GL'],
  ...['Week', 'Lieferzeit', 'Délai', 'Warranty (months)', 'Baujahr', 'Gewicht', 'kg', 'Länge', 'Ø', 'V', 'µF', 'Rev'],
  ...['Category', 'MOQ', 'VPE', 'HTS', 'Fig', 'Shipped', 'Geliefert', 'Sold', 'QOH', 'ID', 'Zeile', 'EAN'],
]

test.each(NO_PIECES)('beside a title of quantities %j is in no doubt', (title) => {
  expect(read(`Part number;${title};Qty\nEF-230;31;12`)).toEqual([['EF-230', 12]])
})

test.each([
  "Qty Req'd",
  'Qty Requested',
  'Zu bestellen',
  'Order Quantity [PC]',
  'Menge in Stück',
  'QtyOrdered',
  'Quantità',
  'Desired quantity',
  'Item qty',
  'Parts needed',
])('of the one column %j all pieces are taken', (title) => {
  expect(read(`Part number;${title}\nEF-230;12\nSR-22;20`)[0]).toEqual(['EF-230', 12])
})

test.each(['Sum of Qty', 'Gesamtmenge', 'Nettobedarf', 'Menge KW 48', 'Ext qty'])(
  'under %j alone stand quantities',
  (title) => {
    expect(read(`Part number;${title}\nEF-230;12\nSR-22;20`)[0]).toEqual(['EF-230', 12])
    expect(read(`Part number;Qty;${title}\nEF-230;4;12`)[0]).toEqual(['EF-230', '4 or 12'])
  },
)

test.each([
  ...['Verpackungsmenge', 'Restmenge', 'Max qty', 'Qty returned', 'Istmenge', 'Höchstmenge', 'Case qty', 'Van qty'],
  ...['Current qty', 'Remaining qty', 'Qty left', 'Physical count', 'Return qty', 'Forecast qty', 'Qty in transit'],
  ...['Qty per machine', 'Qty per unit', 'Qty scrapped', 'Inventory qty'],
  ...['Open orders', 'Qty purchased', 'Purchased', 'Order up to', 'Site qty'],
])('under %j alone the quantity is asked', (title) => {
  expect(read(`Part number;Description;${title}\nEF-230;Fan;12\nSR-22;Relay;20`)[0]).toEqual(['EF-230', '12'])
})

test.each(['Order week 48', 'Needed this week'])('whether %j names quantities is asked', (title) => {
  expect(read(`Part number;${title}\nEF-230;12\nSR-22;20`)[0]).toEqual(['EF-230', '12'])
})

test.each([
  ['Required;On hand;Shortage', '40;10;30', '40 or 30'],
  ['Qty req;Qty short', '40;30', '40 or 30'],
  ['Need;Have;Buy', '20;20;0', '20 or 0'],
  ['Qty required;Qty available;Balance', '20;8;12', '20 or 12'],
  ['Count;Order for site', '4;12', '4 or 12'],
  ['Qty;PO qty', '4;12', '4 or 12'],
  ['Count;To ship', '4;12', '4 or 12'],
  ['Qty;Min level', '4;12', '4'],
  ['Qty left;Min', '4;12', '4'],
  ['Qty;Target stock', '4;12', '4'],
  ['Bestand;Mindestbestand;Bestellmenge', '4;8;12', 12],
  ['In stock;Reorder point;Reorder qty', '4;8;12', 12],
  ['Quantity;Rate;Amount', '12;18;216', 12],
  ['Antal;Enhedspris;Beløb', '12;18;216', 12],
  ['Value;Footprint;Qty', '100;603;12', 12],
])('under %j %j is %j', (head, cells, quantity) => {
  expect(read(`Part number;${head}\nEF-230;${cells}`)).toEqual([['EF-230', quantity]])
})

test('an order that rises evenly is none of running numbers', () => {
  expect(read('Part number;Qty;To order\nSR-22;30;10\nDK-28;20;20\nMF-60N;50;30')[0]).toEqual(['SR-22', '30 or 10'])
  expect(read('Part;Count;Order\nSR-22;12;4\nDK-28;24;8\nMF-60N;30;12')[0]).toEqual(['SR-22', '12 or 4'])
})

test('nor is a column that counts the lines', () => {
  expect(read('Lfd;Part number;Qty\n1;EF-230;12\n2;SR-22;20\n3;DK-28;10')[0]).toEqual(['EF-230', 12])
})

test.each([
  'Qté commandée',
  'Qté à commander',
  'Nbre',
  'Antal bestilt',
  'Anz.',
  'Mge',
  'Bedarf',
  'Aantal besteld',
  'Cant.',
  'Styk',
])('under %j stand quantities', (title) => {
  expect(read(`Part number;Stock;${title}\nEF-230;320;12`)).toEqual([['EF-230', 12]])
})

test.each(['Qty;Reorder level', 'Menge;Mindestbestand;Meldebestand', 'Count;Par', 'Qty;Max'])(
  'under %j a count is not ordered',
  (head) => {
    expect(readList(`Part number;${head}\nEF-230;4;12;16`).lines[0]?.unread).toMatch(/^4/)
  },
)
