import { expect, test } from 'vitest'
import { idOf, type Mail, ORDER_TEMPLATES, WrittenMail } from './mail.ts'
import { aLine, anOrder, samples } from './samples.ts'
import { letterOf } from './templates/letter.tsx'

const VAT = { rate: { name: 'VAT', basisPoints: 1900 } }
const sender = { origin: 'https://parts-house.example', desk: 'desk@parts-house.example' }
const letter = (mail: Mail) => letterOf(mail, sender)

test.each(samples)('$template is a whole letter, light and dark, without a picture or a script', async (mail) => {
  const { subject, html, text, links, to } = await letter(mail)
  expect(subject.length).toBeGreaterThan(5)
  expect(to).toMatch(/^\S+@\S+$/)
  expect(html).toContain('@media(prefers-color-scheme:dark){.page{background:#131617!important}')
  expect(html).toContain('background:#ffffff')
  expect(html).toContain('max-width:600px')
  expect(html).not.toMatch(/<(img|script|link|iframe)\b/)
  expect(html).not.toMatch(/undefined|\[object|NaN|Invalid Date/)
  expect(text).not.toMatch(/<[a-z]|undefined|\n{3}/)
  for (const link of links) expect(link).toMatch(/^https:\/\/parts-house\.example\//)
  const toCustomer = 'stop' in mail ? 2 : 1
  expect(links).toHaveLength(['contact', 'part-request', 'request-answered'].includes(mail.template) ? 0 : toCustomer)
})

test('a receipt says what was bought, for how much, and where it goes', async () => {
  const { text, subject, links } = await letter({ template: 'paid', order: anOrder() })
  expect(subject).toBe('Receipt from Parts House')
  expect(text).toContain('Congrats! Your payment is completed.')
  expect(text).toMatch(/Unit Price +\$72\.00 per 4\u00a0pcs/)
  expect(text).toMatch(/Price each +\$18\.00/)
  expect(text).toMatch(/Transaction id +pi_3SVq81Kd72Lw0Zx1/)
  expect(text).toMatch(/Total paid +\$216\.00/)
  expect(text).toContain('0277 Oslo')
  expect(links).toEqual(['https://parts-house.example/receipt/019a9d3c-7b52-7e0f-9c41-5d2b8e6a1f30'])
})

test('a placed order leads to its payment and says how long it is held', async () => {
  const { text, links } = await letter({
    template: 'order-placed',
    order: anOrder({ transactionId: null, paidAt: null }),
  })
  expect(links).toEqual(['https://parts-house.example/dashboard/payment/019a9d3c-7b52-7e0f-9c41-5d2b8e6a1f30'])
  expect(text.replaceAll('\u00a0', ' ')).toContain('until 22 November 2026, 09:05 UTC')
  expect(text).not.toContain('Transaction id')
})

test('an order that waits for its country is told without a sum to pay, since shipping and tax come to it', async () => {
  const placed = (awaitsCountry: boolean) =>
    letter({ template: 'order-placed', order: anOrder({ awaitsCountry, transactionId: null, paidAt: null }) })
  const { html, text } = await placed(true)
  expect(html + text).not.toContain('To pay')
  expect(text).toMatch(/\nParts +\$216\.00/)
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Shipping and tax are added once the country is told.')
  expect(html).toContain('$216.00, excl. shipping and tax')
  const known = await placed(false)
  expect(known.text).toMatch(/\nTo pay +\$216\.00/)
  expect(known.html + known.text).not.toMatch(/country is told|excl\./)
})

test('the mail of a cancelled line says what stays of its order', async () => {
  const whole = await letter({ template: 'cancelled', order: anOrder() })
  expect(whole.subject).toBe('Your order is cancelled')
  const sums = { discountCents: 0, shippingCents: 0, taxCents: 0, terms: VAT, code: 'SPRING7' }
  const order = anOrder({ ...sums, left: { lines: 2, priceCents: 6800 } })
  const { subject, text, links } = await letter({ template: 'cancelled', order })
  expect(subject).toBe('A line of your order is cancelled')
  expect(text).not.toContain('Your order is cancelled')
  expect(text.replaceAll(/\s/g, ' ')).toContain(
    'The other 2 lines stay ordered: $68.00 to pay until 22 November 2026, 09:05 UTC.',
  )
  expect(links).toEqual(['https://parts-house.example/dashboard/myorders'])
  expect(text).toMatch(/\nPrice, excl\. tax +\$216\.00/)
  expect(text).not.toMatch(/SPRING7|VAT|Total|Shipping/)
})

test.each(['delivered', 'delivery-corrected'] as const)(
  'a $0 mail about part of an order says so, has the price of each of its lines, and no sum of all',
  async (template) => {
    const sums = { priceCents: 43_474, discountCents: 2837, shippingCents: 1540, taxCents: 6941, code: 'SPRING7' }
    const order = anOrder({ ...sums, terms: VAT, reason: 'Wrong box.', otherLines: 2 })
    const { subject, html, text } = await letter({ template, order })
    expect(subject).toMatch(/^Part of your order (is delivered|has not left yet)$/)
    expect(text).toMatch(/(marked|that) part of your order (as|was) delivered/)
    expect(text).toMatch(/\nPrice, excl\. tax +\$216\.00/)
    expect(html + text).not.toMatch(/434\.74|SPRING7|VAT|Total|15\.40/)
    expect(text).toMatch(/You get this mail because part of an order was (delivered|marked as delivered)/)
    const whole = await letter({ template, order: { ...order, otherLines: 0 } })
    expect(whole.subject).toMatch(/^Your order /)
    expect(whole.text).toMatch(/SPRING7[\s\S]*Total paid +\$434\.74/)
    expect(whole.text).toMatch(/You get this mail because an order was (delivered|marked as delivered)/)
  },
)

test('the reason of a correction is a paragraph of its own, whether it ends with a full stop or not', async () => {
  const order = anOrder({ reason: 'Wrong parcel, sorry' })
  const { text } = await letter({ template: 'delivery-corrected', order })
  expect(text.split('\n\n')).toContain('Wrong parcel, sorry')
})

test('a correction speaks of no earlier mail, because it may have taken that back before it was sent', async () => {
  for (const givenBackAt of [null, new Date('2026-11-20T09:05:00Z')]) {
    const { subject, text } = await letter({ template: 'delivery-corrected', order: anOrder({ givenBackAt }) })
    expect(subject).toMatch(givenBackAt ? /was not delivered$/ : /has not left yet$/)
    expect(text.replaceAll(/\s+/g, ' ')).toContain('we marked your order as delivered, and that was wrong.')
    expect(text).not.toMatch(/told|wrote|mailed/)
  }
})

test('one mail tells every line of an order, and what they cost together', async () => {
  const gasket = aLine({
    id: '019a9d3c-7b52-7e0f-9c41-5d2b8e6a1f31',
    productName: 'Door gasket',
    quantity: 3,
    priceCents: 5400,
    reference: 'Job 4471, www.evil.example',
  })
  const order = anOrder({ priceCents: 27_000, reference: 'PO 2210', lines: [aLine(), gasket] })
  const { text, links } = await letter({ template: 'paid', order })
  expect(text.match(/Evaporator fan motor|Door gasket/g)).toEqual(['Evaporator fan motor', 'Door gasket'])
  expect(text.match(/Quantity +\d+/g)).toHaveLength(2)
  expect(text.match(/^Price +\$\S+/gm)).toEqual([
    expect.stringMatching(/\$216\.00$/),
    expect.stringMatching(/\$54\.00$/),
  ])
  expect(text).toMatch(/\nReference +Job 4471, /)
  expect(text).not.toContain('www.evil.example')
  expect(text).toMatch(/Your reference +PO 2210/)
  expect(text.match(/Total paid +\$270\.00/g)).toHaveLength(1)
  expect(links).toHaveLength(1)
})

test('the lines of a mail with tax add up to its parts without tax, and these with the tax to its total', async () => {
  const gasket = aLine({ id: crypto.randomUUID(), productName: 'Door gasket', priceCents: 5400 })
  const sums = { shippingCents: 1000, taxCents: 5320, priceCents: 33_320 }
  const { text } = await letter({
    template: 'paid',
    order: anOrder({ ...sums, discountCents: 0, code: null, terms: VAT, lines: [aLine(), gasket] }),
  })
  for (const row of [
    /^Price, excl\. tax +\$216\.00$/m,
    /^Price, excl\. tax +\$54\.00$/m,
    /^Parts, excl\. tax +\$270\.00$/m,
    /^Shipping +\$10\.00$/m,
    /^VAT 19 % +\$53\.20$/m,
    /^Total paid +\$333\.20$/m,
  ])
    expect(text).toMatch(row)
})

test('a mail of a long list shows as many of its lines as mail programs show with the sum of all, and says how many more there are', async () => {
  const reference = 'Van 7, Harbour Street '.repeat(3).slice(0, 60)
  const lines = Array.from({ length: 500 }, (_, at) =>
    aLine({ id: crypto.randomUUID(), productName: `Part ${at} ${'of many words '.repeat(8)}`, reference }),
  )
  const { html, text } = await letter({ template: 'paid', order: anOrder({ priceCents: 123_456, lines }) })
  expect([text.includes('Part 19 '), text.includes('Part 20 ')]).toEqual([true, false])
  expect(text).toContain('480 more lines of this order: they stand on its page in My Orders.')
  expect(text.match(/Total paid +\$1,234\.56/g)).toHaveLength(1)
  expect(Buffer.byteLength(html)).toBeLessThan(102_000)
})

test('a mail of a long parcel says how many more lines are in that parcel', async () => {
  const lines = Array.from({ length: 23 }, () => aLine({ id: crypto.randomUUID() }))
  const { text } = await letter({ template: 'delivered', order: anOrder({ lines, otherLines: 3 }) })
  expect(text).toContain('3 more lines of this parcel: they stand on the page of the order in My Orders.')
  expect(text).not.toContain('lines of this order')
})

test('a job that a build without order lines wrote is told like any other', async () => {
  const { lines, ...order } = anOrder()
  const flat = JSON.parse(JSON.stringify({ template: 'paid', order: { ...order, ...lines[0] } }))
  const read = WrittenMail.parse(flat)
  expect(await letter(read)).toEqual(await letter({ template: 'paid', order: anOrder() }))
  expect(idOf(read)).toBe(idOf({ template: 'paid', order: anOrder() }))
})

test('an order without an address or a number is told without empty rows', async () => {
  const lines = [aLine({ productNumber: null, minOrder: 1, unitPriceCents: 1800 })]
  const bare = anOrder({ country: '', address: '', phone: '', lines })
  const { text } = await letter({ template: 'paid', order: bare })
  expect(text).not.toMatch(/Send to|Phone|Unit Price|EF-230/)
})

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title><svg/onload=alert(1)>',
  "javascript:alert('x')",
  '{{constructor.constructor("alert(1)")()}}',
  'a\r\nBcc: victim@example.com\r\n\r\nbody',
  '=?utf-8?B?4oCuZ3BqLmV4ZQ0KQmNjOiB4QGV2aWwuZXhhbXBsZQ==?=',
]

test.each(hostile)('%j is text wherever it stands', async (text) => {
  const order = anOrder({
    buyerName: text,
    address: text,
    country: text,
    phone: text,
    lines: [aLine({ productName: text, productNumber: text })],
  })
  const mails: Mail[] = [
    { template: 'paid', order },
    { template: 'verify', to: 'a@b.example', name: text, url: 'https://parts-house.example/x?a=1&b=2' },
    { template: 'contact', id: '1', email: 'a@b.example', subject: text, message: text },
  ]
  for (const mail of mails) {
    const { html, subject } = await letter(mail)
    expect(html).not.toMatch(/<(script|img|svg)\b/i)
    expect(html).not.toMatch(/href="javascript/i)
    expect(subject).not.toMatch(/[\r\n]|=\?/)
  }
})

test('a name that would become a link in a mail to a stranger is not repeated', async () => {
  const url = 'https://parts-house.example/api/auth/verify-email?token=x'
  for (const name of ['Win at http://evil.example', 'www.evil.example', 'evil.example/x', 'a@evil.example']) {
    const { text, html } = await letter({ template: 'verify', to: 'a@b.example', name, url })
    expect(`${text}${html}`).not.toContain('evil')
    expect(text).toContain('Hello, your account')
  }
  const { text } = await letter({ template: 'verify', to: 'a@b.example', name: 'Piotr M.', url })
  expect(text).toContain('Piotr M., your account')
})

const LINKS = [
  'Pay now: https://evil.example/x',
  'www.evil.example',
  't.me/evil',
  'evil.example',
  'pay@evil.example',
  'evil\u3002example',
  'ev\u200bil.exam\u200dple',
  '//evil.example',
  'evil：／／example',
  'javascript:evil()',
]

test.each(LINKS)('%j is no link in what an order’s mail repeats', async (typed) => {
  for (const template of ORDER_TEMPLATES) {
    const order = anOrder({ buyerName: typed, address: `Dock 4\n${typed}`, country: typed, phone: typed })
    const { text, html, links } = await letter({ template, order })
    const told = `${text} ${html.replace(/<style>[\s\S]*?<\/style>/, '').replace(/<[^>]*>/g, ' ')}`
    expect(told).not.toMatch(/evil[.。]example|https?:\/\/evil|www\.evil|t\.me\/|@evil|\/\/evil|javascript:e/)
    expect(text).toMatch(/Hello, /)
    expect(links).toHaveLength(1)
    expect(html).toContain('name="format-detection"')
  }
})

test('a name that asks for a call is not repeated, and an honest one and its address are', async () => {
  const calls = ['Pay now, call 0900 12 34 56', 'Call (0)900-123-456', 'Call 0900,12,34,56', 'Call 0900_12·34*56']
  for (const buyerName of [...calls, 'Call ٠٩٠٠١٢٣٤٥٦', 'x'.repeat(61)]) {
    const { text } = await letter({ template: 'paid', order: anOrder({ buyerName }) })
    expect(text).toContain('Hello, thank you.')
  }
  const address = 'c/o Piotr M.\nDock St. 4/12, 2.5 km\n0277 Oslo'
  const { text } = await letter({ template: 'paid', order: anOrder({ buyerName: 'Cooling No. 1', address }) })
  expect(text).toContain('Cooling No. 1, thank you.')
  for (const line of [...address.split('\n'), '+47 22 00 01 40']) expect(text).toContain(line)
})

test('a mail program can unsubscribe by one click from what nobody has to get, and from nothing else', async () => {
  const url = 'https://parts-house.example/newsletter/unsubscribe?token=abc-_1'
  const { headers } = await letter({ template: 'newsletter-welcome', to: 'a@b.example', url })
  expect(headers).toEqual({
    'List-Unsubscribe': '<https://parts-house.example/api/newsletter/unsubscribe/abc-_1>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  for (const mail of samples) {
    const has = (await letter(mail)).headers?.['List-Unsubscribe'] !== undefined
    expect([mail.template, has]).toEqual([mail.template, mail.template === 'newsletter-welcome' || 'stop' in mail])
  }
})
