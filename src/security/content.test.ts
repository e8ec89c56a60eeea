import { describe, expect, test } from 'vitest'
import { Name, UpdateProfile } from '../accounts/contract.ts'
import { PutAddress } from '../addresses/contract.ts'
import { PlaceCheckout } from '../orders/checkout-contract.ts'
import { Corrected, SendLines } from '../orders/parcel-contract.ts'
import { ContactMessage } from '../post/contract.ts'
import { type Mail, type MailOrder, ORDER_TEMPLATES } from '../post/mail.ts'
import { aLine, NO_SUMS } from '../post/samples.ts'
import { letterOf } from '../post/templates/letter.tsx'
import { openTransport } from '../post/transport.ts'
import { AddProduct } from '../products/contract.ts'
import { AskQuestion } from '../questions/contract.ts'
import { AddReview, HideReview } from '../reviews/contract.ts'
import { PutGroup, PutRate, PutZone } from '../sums/contract.ts'
import { aBrowser, aStranger } from '../testing/browser.ts'
import { mailsTo } from '../testing/mails.ts'
import { clientOf } from '../testing/open-test-shop.ts'
import { PhotoAddress } from '../wire/typed-text.ts'
import { HOSTILE_TEXTS, HOSTILE_URLS } from './hostile.ts'
import { aWorld } from './world.ts'

const world = aWorld({ work: true })
const SENDER = { origin: 'https://shop.example', desk: 'desk@shop.example' }
const NOW = new Date('2026-11-21T12:00:00Z')

const anOrder = (text: string): MailOrder => ({
  buyerName: text,
  buyerEmail: 'anna@example.com',
  priceCents: 7200,
  ...NO_SUMS,
  country: text,
  reason: text,
  reference: text,
  address: text,
  company: text,
  taxNumber: text,
  phone: text,
  transactionId: 'pi_1',
  createdAt: NOW,
  expiresAt: NOW,
  paidAt: NOW,
  closedAt: NOW,
  lines: [aLine({ productName: text, productNumber: text, reference: text })],
})

const mailsWith = (text: string): Mail[] => [
  ...ORDER_TEMPLATES.map((template) => ({ template, order: anOrder(text) })),
  { template: 'verify', to: 'anna@example.com', name: text, url: 'https://shop.example/x' },
  { template: 'reset', to: 'anna@example.com', name: text, url: 'https://shop.example/x' },
  { template: 'contact', id: '1', email: 'anna@example.com', subject: text, message: text },
  { template: 'part-request', id: '2', email: 'anna@example.com', model: text, photo: text, words: text },
  {
    template: 'part-found',
    id: '2',
    to: 'anna@example.com',
    answer: text,
    part: { name: text, number: text, unitPriceCents: 7200, minOrder: 4 },
    url: 'https://shop.example/x',
  },
  { template: 'request-answered', id: '2', to: 'anna@example.com', answer: text },
  {
    template: 'question-answered',
    id: '3',
    to: 'anna@example.com',
    by: text,
    question: text,
    answer: text,
    part: { name: text, number: text },
    url: 'https://shop.example/x',
  },
  {
    template: 'back-in-stock',
    id: '4',
    to: 'anna@example.com',
    part: { name: text, number: text, unitPriceCents: 7200, minOrder: 4 },
    stock: 4,
    url: 'https://shop.example/x',
    stop: 'https://shop.example/unsubscribe?token=x',
  },
]

/** The tags of a letter with their attributes' names: what a text in it may not change. */
const skeletonOf = (html: string) =>
  Array.from(html.matchAll(/<(\/?[a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi), ([, tag, attributes = '']) => [
    tag,
    ...Array.from(attributes.replace(/"[^"]*"/g, '').matchAll(/[\w-]+(?==)/g), ([name]) => name),
  ])

describe('a hostile text in a mail', () => {
  test.each(HOSTILE_TEXTS)('%j stays text', async (text) => {
    const harmless = mailsWith('Harbour Catering')
    for (const [index, mail] of mailsWith(text).entries()) {
      const plain = harmless[index]
      if (!plain) throw new Error('no mail to compare with')
      const [letter, expected] = [await letterOf(mail, SENDER), await letterOf(plain, SENDER)]
      const strip = (html: string) => skeletonOf(html).filter(([tag]) => tag !== 'br' && tag !== '/br')
      expect([mail.template, strip(letter.html)]).toEqual([mail.template, strip(expected.html)])
      expect(letter.links).toEqual(expected.links)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(letter.subject).not.toMatch(/[\u0000-\u001f\u007f]/)
    }
  })

  test('adds no header and no recipient', async () => {
    const { shop } = world()
    const sent: string[] = []
    const injected = [
      '\r\nBcc: evil@example.com',
      '\nBcc: evil@example.com\n\nBody',
      '\r\n\r\n<b>x</b>',
      '\u2028Bcc: evil@example.com',
    ]
    const send = openTransport({ ...shop.config, smtpUrl: undefined }, (line) => sent.push(line))
    const { readdir, readFile } = await import('node:fs/promises')
    const folder = `${shop.config.dataDir}/mail`
    for (const [round, text] of injected.entries()) {
      for (const mail of mailsWith(`x${text}`)) {
        const letter = await letterOf(mail, SENDER)
        await send({ letter, id: `${round}-${mail.template}`, template: mail.template, writtenAt: NOW })
      }
    }
    const files = await readdir(folder)
    expect(files.length).toBeGreaterThan(5)
    for (const file of files) {
      const [head = ''] = (await readFile(`${folder}/${file}`, 'utf8')).split('\r\n\r\n')
      const names = Array.from(head.matchAll(/^([\w-]+):/gm), ([, name = '']) => name.toLowerCase())
      expect(names).not.toContain('bcc')
      expect(new Set(names).size).toBe(names.length)
      expect(head).toMatch(/^To: (anna@example\.com|desk@shop\.example)$/m)
    }
  })

  test('an address that is two, or hides a header, is none', async () => {
    const { send } = world()
    for (const email of [
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com,b@example.com',
      'a@example.com;b@example.com',
      'A <a@example.com>',
      '"a@example.com, b"@example.com',
      'a@example.com\0',
      'a@[127.0.0.1]',
      'a@example',
      '<script>@example.com',
    ]) {
      for (const path of ['/api/contact', '/api/newsletter', '/api/auth/request-password-reset']) {
        const { status } = await send({ path, json: { email, message: 'x' } })
        expect([email, path, status === 422 || status === 400]).toEqual([email, path, true])
      }
    }
  })
})

test('what a buyer types on the way to an order turns no text around that staff and carriers read', () => {
  const turned = { address: 'a\u202eb', phone: '\u206655', company: 'c\u202ed', taxNumber: '\u0085', note: '\u202a' }
  const line = { productId: crypto.randomUUID(), quantity: 4, reference: 'e\u2069f' }
  expect(PlaceCheckout.parse({ ...turned, country: 'N\u202eorway', lines: [line], price: 72 })).toMatchObject({
    ...{ address: 'ab', phone: '55', company: 'cd', taxNumber: '', note: '', country: 'Norway' },
    lines: [{ reference: 'ef' }],
  })
  expect(PutAddress.parse({ ...turned, name: 'g\u202eh', street: 'Quay\n\u202e9', country: 'NO' })).toMatchObject({
    ...{ name: 'gh', street: 'Quay\n9', company: 'cd', phone: '55' },
  })
})

test('of the marks that somebody stacks upon a letter eight stay, which paint over no other line', () => {
  expect(Name.parse(`Z${'\u0301\u0489'.repeat(30)}oe`)).toBe(`Z${'\u0301\u0489'.repeat(4)}oe`)
  for (const name of ['Nguyễn Thị Hồng'.normalize('NFD'), 'בְּרֵאשִׁ֖ית', 'བསྒྲུབས', 'क्षत्रिय'])
    expect(Name.parse(name)).toBe(name)
})

test.each(['\u3164\u115f\uffa0', '\u2800', '\u{1d159}\u{13441}', '\u200b\u00ad', '\u0301', ' \n'])(
  'a text that shows nothing, such as %j, is no text',
  (blank) => {
    expect(AddReview.parse({ review: 5, description: blank }).description).toBe('')
    const message = { email: 'a@example.com', subject: 'Hinge', message: blank }
    expect(ContactMessage.safeParse(message).success).toBe(false)
  },
)

test('what is written of a product has neither controls nor turned text, also in the feeds', () => {
  const form = { unitPrice: 3, stock: 5, minOrder: 1, image: '/drawings/fuse.svg' }
  const typed = { name: 'Re\u202elay\u0007', description: 'P\u001bTC.', number: 'PT\u0007C-1' }
  expect(AddProduct.parse({ ...form, ...typed })).toMatchObject({ name: 'Relay', description: 'PTC.', number: 'PTC-1' })
})

test('what people write about themselves and the shop turns no text around', () => {
  expect(Name.parse('An\u202ena')).toBe('Anna')
  const message = { email: 'a@example.com', subject: 'Hin\u202ege', message: 'Do you\u2066 have it?' }
  expect(ContactMessage.parse(message)).toMatchObject({ subject: 'Hinge', message: 'Do you have it?' })
  expect(AddReview.parse({ review: 5, description: 'Go\u2066od' }).description).toBe('Good')
  const profile = {
    education: 'x\u202ey',
    location: '\u202dOslo',
    phone: '22 00 01 40',
    linkedin: 'https://a.example/',
  }
  expect(UpdateProfile.parse(profile)).toMatchObject({ education: 'xy', location: 'Oslo' })
})

test('a line break in a name, a title or a number becomes a space, and stays where texts have lines', async () => {
  const two = 'Parts House:\r\nCall\u2028us'
  const wide = `Parts House:${'\u3000'.repeat(20)}Call ${'\u00a0 '.repeat(9)}us`
  const one = 'Parts House: Call us'
  const place = { address: 'Quay 9', country: 'Norway', phone: '22 00 01 40' }
  expect([Name.parse(two), Name.parse(wide), Name.parse('𝗣𝗮𝗿𝘁𝘀 House: Call us')]).toEqual([one, one, one])
  for (const hidden of ['\u200b', '\u0001', '\ufe0f', '\u034f'])
    expect(Name.parse(`Anna${` ${hidden}`.repeat(9)} Berg`)).toBe('Anna Berg')
  expect(Name.parse(`Anna${'\u2800\u3164\u{1d159}'.repeat(9)}Berg`)).toBe('Anna Berg')
  expect(Name.parse('Relay 230\u00a0V')).toBe('Relay 230\u00a0V')
  expect(AskQuestion.parse({ title: two, words: two })).toEqual({ title: one, words: two })
  expect(ContactMessage.parse({ email: 'a@example.com', subject: two, message: two })).toMatchObject({
    ...{ subject: one, message: two },
  })
  expect(PutAddress.parse({ ...place, name: two, street: 'Quay\n9', city: two, company: two })).toMatchObject({
    ...{ name: one, street: 'Quay\n9', city: one, company: one },
  })
  const line = { productId: crypto.randomUUID(), quantity: 4, reference: two }
  expect(PlaceCheckout.parse({ ...place, lines: [line], price: 72, note: two, reference: two })).toMatchObject({
    ...{ note: two, reference: one, lines: [{ reference: one }] },
  })
  expect(SendLines.parse({ carrier: two, number: two })).toMatchObject({ carrier: one, number: one })
  const { origin, shop } = world()
  const who = { ...aStranger(), name: two }
  const browser = aBrowser(origin)
  expect((await browser.send('/api/auth/sign-up/email', { json: who })).status).toBe(200)
  const as = clientOf(origin, await browser.sync(who.email))
  expect(await (await as.user[':email'].$get({ param: { email: who.email } })).json()).toMatchObject({ name: one })
  const [mail] = await mailsTo(shop, who.email)
  if (!mail) throw new Error('no mail')
  expect((await letterOf(mail, SENDER)).text).not.toMatch(/^Call us/m)
})

test('what staff write for buyers to read shows something and turns no text around', () => {
  const parcel = crypto.randomUUID()
  expect(SendLines.parse({ carrier: 'D\u202eHL', number: 'B\u00071' })).toMatchObject({ carrier: 'DHL', number: 'B1' })
  expect(SendLines.parse({ carrier: '\u200b', number: '\u2800' })).toMatchObject({ carrier: '', number: '' })
  expect(Corrected.parse({ parcel, reason: 'Wro\u202eng box' }).reason).toBe('Wrong box')
  expect(PutZone.parse({ name: 'Nor\u2066way', countries: ['NO'], flat: 5 }).name).toBe('Norway')
  expect(PutRate.parse({ name: 'VA\u0007T', country: 'NO', buyers: 'everybody', percent: 25 }).name).toBe('VAT')
  expect(PutGroup.parse({ name: 'Work\u202eshops' }).name).toBe('Workshops')
  expect(HideReview.parse({ hidden: true, reason: 'Sp\u202eam' }).reason).toBe('Spam')
  const unseen = [
    Corrected.safeParse({ parcel, reason: '\u200b' }),
    PutZone.safeParse({ name: '\u200b', countries: ['NO'], flat: 5 }),
    PutRate.safeParse({ name: '\u2800', country: 'NO', buyers: 'everybody', percent: 25 }),
    PutGroup.safeParse({ name: '\u200b' }),
    HideReview.safeParse({ hidden: true, reason: '\u3164' }),
  ]
  expect(unseen.map(({ error }) => error?.issues[0]?.path.at(-1))).toEqual(['reason', 'name', 'name', 'name', 'reason'])
})

describe('an address of a picture or a profile', () => {
  const FORM = { name: 'Relay', unitPrice: 3, stock: 5, minOrder: 1, description: 'PTC.' }
  const PERSON = { education: 'x', location: 'x', phone: '22 00 01 40' }

  test.each(HOSTILE_URLS)('%j is refused', (url) => {
    expect(AddProduct.safeParse({ ...FORM, image: url }).success).toBe(false)
    expect(UpdateProfile.safeParse({ ...PERSON, linkedin: url }).success).toBe(false)
    expect(url !== '' && PhotoAddress.safeParse(url).success).toBe(false)
  })

  test('is https, or for a picture a path of ours', () => {
    for (const image of ['https://cdn.example/a.png', '/drawings/fuse.svg'])
      expect(AddProduct.safeParse({ ...FORM, image }).success).toBe(true)
    expect(UpdateProfile.safeParse({ ...PERSON, linkedin: 'https://linkedin.com/in/anna' }).success).toBe(true)
    expect(UpdateProfile.safeParse({ ...PERSON, linkedin: '/drawings/fuse.svg' }).success).toBe(false)
  })
})
