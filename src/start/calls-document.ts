import { Hono } from 'hono'
import { accountsApi } from '../accounts/api.ts'
import { authApi } from '../accounts/identity/api.ts'
import { addressesApi } from '../addresses/api.ts'
import { alertsApi } from '../alerts/api.ts'
import { asksApi } from '../asks/api.ts'
import { auditApi } from '../audit/api.ts'
import { cartsApi } from '../carts/api.ts'
import type { Config } from '../config/config.ts'
import { fitsApi } from '../fits/api.ts'
import { openApiOf, type Part } from '../http/openapi.ts'
import type { Env } from '../http/request-context.ts'
import { listsApi } from '../lists/api.ts'
import { ordersApi } from '../orders/api.ts'
import { partsApi } from '../parts/api.ts'
import { paymentsApi } from '../payments/api.ts'
import { postApi } from '../post/api.ts'
import { productsApi } from '../products/api.ts'
import { questionsApi } from '../questions/api.ts'
import { reviewsApi } from '../reviews/api.ts'
import { searchApi } from '../search/api.ts'
import { siteApi } from '../site/api.ts'
import { sumsApi } from '../sums/api.ts'

/** Of a list of parts, as an address has them. */
const FILTERS = { maker: 'Koldra', fits: 'BKR32-210/01', 'price.min': '1.00', 'price.max': '90.00' }

const INFO = {
  title: 'Parts House',
  version: '1.0.0',
  description: 'The calls of the shop. Whatever is refused is answered with a Problem, whose message is a sentence.',
  license: { name: 'MIT', identifier: 'MIT' },
}

/** Every call stands in one of these; the tags of the document. */
const PARTS: Part[] = [
  {
    name: 'Products',
    about: 'What is for sale, and how much of it.',
    prefix: '/api',
    calls: productsApi,
    words: {
      ...{ name: 'Evaporator fan motor', description: '230 V AC, 2,400 rpm, ball bearing.' },
      ...{ maker: 'Koldra', leaf: 'fan-motors', facts: { voltage: 230 }, multiple: 4, leadDays: 5, weightGrams: 640 },
      ...{ replaces: ['EF-129'], substitutes: ['EF-231'], fitsKinds: ['larder'], successor: null },
      ...{ priceBreaks: [{ from: 24, unitPrice: 68.4 }], datasheet: '/datasheets/ef-230.pdf' },
    },
  },
  {
    name: 'Parts',
    about: 'What is to be known of a part: what it fits, what replaces it, how it is tested.',
    prefix: '/api',
    calls: partsApi,
    words: {
      ...{ name: 'Evaporator fan motor', description: '230 V AC, 2,400 rpm, ball bearing.' },
      ...{ products: '019a9d3c-7b52-7e0f-9c41-5d2b8e6a1f30', with: 'EF-230' },
    },
  },
  {
    name: 'Models',
    about: 'Appliances, the parts that fit them, and what may be wrong.',
    prefix: '/api',
    calls: fitsApi,
    words: {
      ...{ number: 'BKG36-401/02', maker: 'Brunnecker', kind: 'bottom-freezer' },
      ...{ products: 'EF-12,EF-13', serial: '30460000', slug: 'not-cooling' },
      ...{
        model: 'BKG36-401/02',
        section: 'evaporator',
        position: 'fan-blade',
        fromSerial: '30100001',
        toSerial: '30459999',
      },
    },
  },
  {
    name: 'Finding',
    about: 'Parts, models and symptoms by what is typed, lists by filters, and what was not found.',
    prefix: '/api',
    calls: searchApi,
    words: {
      name: 'Evaporator fan motor',
      description: '230 V AC, 2,400 rpm, ball bearing.',
      q: 'fan 230v',
      ...FILTERS,
    },
  },
  {
    name: 'Carts',
    about: 'What somebody means to buy, and lists of numbers.',
    prefix: '/api',
    calls: cartsApi,
    words: {
      ...{ number: 'EF-230', name: 'Evaporator fan motor', description: '230 V AC, 2,400 rpm, ball bearing.' },
      ...{ taxName: 'VAT 25 %', freeFrom: 250, code: 'SPRING-26' },
      ...{ columns: [{ width: 4, number: 2, quantity: 0, reference: 3 }], width: 12 },
    },
  },
  {
    name: 'Lists',
    about: 'Lists that somebody buys by again and again, and their links.',
    prefix: '/api',
    calls: listsApi,
    words: { name: 'Van stock, spring', number: 'EF-230', description: '230 V AC, 2,400 rpm, ball bearing.' },
  },
  {
    name: 'Addresses',
    about: 'Where somebody has things sent.',
    prefix: '/api',
    calls: addressesApi,
    words: {
      ...{ name: 'Workshop', company: 'Nordside Cooling', street: '14 Quay Road', postcode: '8000' },
      ...{ city: 'Harbour Town', taxNumber: 'NO 123 456 789' },
    },
  },
  {
    name: 'Sums',
    about: 'What is added to lines and taken off them: shipping, tax, discount codes, prices of groups.',
    prefix: '/api',
    calls: sumsApi,
    words: {
      ...{ name: 'Nordic', countries: ['NO', 'SE'], country: 'NO', percent: 25, flat: 9.5, perKg: 1.2, freeFrom: 250 },
      ...{ code: 'SPRING-26', sum: null, from: 100, endsAt: null, beginsAt: null, mostUses: 100, mostEach: 1 },
      ...{ part: 'EF-230', unitPrice: 61.5, number: 'EF-230', email: 'anna@example.com' },
      ...{ products: '019a9d3c-7b52-7e0f-9c41-5d2b8e6a1f30', product: '019a9d3c-7b52-7e0f-9c41-5d2b8e6a1f30' },
    },
  },
  {
    name: 'Orders',
    about: 'Who bought what, and where it goes.',
    prefix: '/api',
    calls: ordersApi,
    words: { number: 'PH-104417', givenBack: 20 },
  },
  {
    name: 'Payments',
    about: 'Money in and back, by Stripe.',
    prefix: '/api',
    calls: paymentsApi,
    words: { number: 'PH-104417' },
  },
  {
    name: 'Reviews',
    about: 'What customers say of the shop and of its parts.',
    prefix: '/api',
    calls: reviewsApi,
    words: {
      ...{ rating: 4, title: 'Good motor, short leads', fitted: 'yes' },
      ...{
        words: 'Runs cold and quiet. Route the leads behind the clip.',
        photos: ['https://photos.example/motor.jpg'],
      },
      ...{ model: 'NF-3412', slug: 'ef-230', maker: 'Ventrik' },
    },
  },
  {
    name: 'Questions',
    about: 'What people ask about a part, and what the shop and its buyers answer.',
    prefix: '/api',
    calls: questionsApi,
    words: {
      ...{ title: 'Does it turn clockwise?', words: 'Seen from the blade side.', reason: 'Not about the part.' },
      ...{ slug: 'ef-230', state: 'waiting' },
    },
  },
  { name: 'Accounts', about: 'Who somebody is here, and what they may do.', prefix: '/api', calls: accountsApi },
  { name: 'Sign-in', about: 'Registration, sign-in and passwords.', prefix: '/api/auth', calls: authApi },
  { name: 'Post', about: 'The contact form and the newsletter.', prefix: '/api', calls: postApi },
  {
    name: 'Mails asked for',
    about: 'One mail when a part is back, and the way out of such mails.',
    prefix: '/api',
    calls: alertsApi,
  },
  {
    name: 'Part requests',
    about: 'Parts that nobody found: asked for, and answered with a part or in words.',
    prefix: '/api',
    calls: asksApi,
    words: {
      ...{ model: 'BKG36-401/02', photo: 'https://photos.example/plate.jpg', words: 'The seal of the lower drawer.' },
      ...{ part: 'DS-401', answer: 'It is the grey one.', message: 'Your question is sent.' },
    },
  },
  {
    name: 'Dashboard',
    about: 'What waits for the work of who is signed in.',
    prefix: '/api',
    calls: siteApi,
  },
  {
    name: 'Audit',
    about: 'What admins did.',
    prefix: '/api',
    calls: auditApi,
    words: { actor: 'admin@parts-house.example', subject: '019a9d3c-7b52-7e0f-9c41-5d2b8e6a1f30' },
  },
]

const PART = { name: 'Evaporator fan motor', number: 'EF-230', image: '/drawings/fan-motor.svg' }

/** The example values by the name of the field. */
const WORDS = {
  name: 'Anna Berg',
  userName: 'Anna Berg',
  email: 'anna@example.com',
  password: 'cold-storage-9',
  currentPassword: 'cold-storage-9',
  newPassword: 'colder-storage-10',
  newEmail: 'anna@berg.example',
  device: 'Firefox on Linux',
  token: 'kJ3x0Zr5vYcQ8mT2sNwB6hLpD1fGaE7uRiOqXtMzCyV',
  education: 'Refrigeration',
  location: 'Oslo',
  linkedin: 'https://www.linkedin.com/in/anna-berg',
  phone: '22 00 01 40',
  country: 'Norway',
  address: 'Storgata 2, 0155 Oslo',
  productName: PART.name,
  productNumber: PART.number,
  number: PART.number,
  img: PART.image,
  image: PART.image,
  category: 'Fans',
  attributes: { Voltage: { value: 230, unit: 'V' } },
  unitPrice: 72,
  price: 72,
  minOrder: 4,
  quantity: 4,
  stock: 320,
  order: '019a9d3c-7b52-7e0f-9c41-5d2b8e6a1f30',
  transactionId: 'pi_3QxYz2Lk9mN4pR7s',
  clientSecret: 'pi_3QxYz2Lk9mN4pR7s_secret_Vb8nM1',
  publishableKey: 'pk_test_51PartsHouse',
  review: 5,
  average: 4.2,
  stars: [0, 0, 1, 2, 2],
  description: 'It fits, and it is quiet.',
  subject: 'A part that is not listed',
  message: 'Do you have the door seal of a KB 340?',
  before: { role: 'customer' },
  after: { role: 'admin' },
  cursor: '019a9d3c-7b52-7e0f-9c41-5d2b8e6a1f30',
  page: 2,
  seen: 2,
  q: 'fan motor',
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>The calls of Parts House</title>
    <link rel="icon" href="/favicon.svg">
    <style>body { margin: 0 }</style>
  </head>
  <body>
    <redoc spec-url="/api/openapi.json"></redoc>
    <script src="/api-docs/redoc.standalone.js"></script>
  </body>
</html>
`

/** Redoc writes its own style elements and searches in a worker that it makes itself. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The OpenAPI document of all calls, and a page to read it. The document is made once, since making it takes long. */
export function documentApi(config: Pick<Config, 'appOrigin'>) {
  let made: Buffer<ArrayBuffer> | undefined
  return new Hono<Env>()
    .get('/api/openapi.json', (c) => {
      // Of a string Node would make a copy for each answer, which stays until a slow reader has it.
      made ??= Buffer.from(documentOf(config))
      return c.body(made, 200, { 'Content-Type': 'application/json' })
    })
    .get('/api/docs', (c) => c.html(PAGE, 200, { 'Content-Security-Policy': POLICY }))
}

function documentOf({ appOrigin: origin }: Pick<Config, 'appOrigin'>) {
  const cookie = `${origin.startsWith('https:') ? '__Host-' : ''}parts-house.session_token`
  return JSON.stringify(openApiOf({ info: INFO, origin, cookie, words: WORDS, parts: PARTS }))
}
