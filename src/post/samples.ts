import type { Mail, MailLine, MailOrder } from './mail.ts'
import { ORDER_TEMPLATES } from './mail.ts'

const at = (time: string) => new Date(`2026-11-21T${time}:00Z`)

/** A line of an order as a mail tells it, for tests. */
export const aLine = (changes: Partial<MailLine> = {}): MailLine => ({
  id: '019a9d3c-7b52-7e0f-9c41-5d2b8e6a1f30',
  productName: 'Evaporator fan motor',
  productNumber: 'EF-230',
  unitPriceCents: 7200,
  minOrder: 4,
  quantity: 12,
  priceCents: 21_600,
  reference: '',
  deliveredAt: at('15:00'),
  ...changes,
})

export const NO_SUMS = {
  discountCents: 0,
  shippingCents: 0,
  taxCents: 0,
  terms: {},
  code: null,
  awaitsCountry: false,
}

/** An order as a mail tells it, for tests. */
export const anOrder = (changes: Partial<MailOrder> = {}): MailOrder => ({
  number: 104_417,
  buyerName: 'Nordside Cooling',
  buyerEmail: 'workshop@nordside-cooling.example',
  priceCents: 21_600,
  ...NO_SUMS,
  country: 'Norway',
  address: 'Verkstedveien 14\n0277 Oslo',
  company: '',
  taxNumber: '',
  phone: '+47 22 00 01 40',
  reference: '',
  transactionId: 'pi_3SVq81Kd72Lw0Zx1',
  createdAt: at('09:05'),
  expiresAt: new Date('2026-11-22T09:05:00Z'),
  paidAt: at('09:20'),
  closedAt: at('16:00'),
  lines: [aLine()],
  ...changes,
})

const ORIGIN = 'https://parts-house.example'
const TOKEN = '3f9c1be27a5d4c0e8f613f9c1be27a5d4c0e8f61abc'

/** One mail of each template. */
export const samples: Mail[] = [
  ...ORDER_TEMPLATES.map((template): Mail => ({ template, order: anOrder() })),
  {
    template: 'verify',
    to: 'a@b.example',
    name: 'Nordside Cooling',
    url: `${ORIGIN}/api/auth/verify-email?token=${TOKEN}`,
  },
  { template: 'reset', to: 'a@b.example', name: 'Nordside Cooling', url: `${ORIGIN}/reset-password?token=${TOKEN}` },
  ...(['change', 'take-back', 'proof'] as const).map(
    (template): Mail => ({
      template,
      to: 'a@b.example',
      name: 'Nordside Cooling',
      url: `${ORIGIN}/${template}?token=${TOKEN}`,
    }),
  ),
  { template: 'address-taken', id: '2', to: 'a@b.example', url: `${ORIGIN}/login` },
  { template: 'password-changed', id: '8', to: 'a@b.example', url: `${ORIGIN}/forgot-password` },
  { template: 'google-joined', id: '9', to: 'a@b.example', url: `${ORIGIN}/forgot-password` },
  { template: 'role-changed', id: '10', to: 'a@b.example', url: `${ORIGIN}/login` },
  { template: 'roles-changed', id: '11', to: 'a@b.example', url: `${ORIGIN}/dashboard/audit` },
  { template: 'account-deleted', id: '3', to: 'a@b.example', url: `${ORIGIN}/` },
  {
    template: 'contact',
    id: '1',
    email: 'a@b.example',
    subject: 'Fan for an old cabinet',
    message: 'The plate says EF.\n\nWhich one fits?',
  },
  {
    template: 'part-request',
    id: '4',
    email: 'a@b.example',
    model: 'BKG36-401/02',
    photo: 'https://photos.example/plate.jpg',
    words: 'The seal of the lower drawer.\n\nIt is grey.',
  },
  {
    template: 'part-found',
    id: '4',
    to: 'a@b.example',
    answer: 'It is the grey one.',
    part: { name: 'Drawer seal', number: 'DS-401', unitPriceCents: 7200, minOrder: 4 },
    url: `${ORIGIN}/products/ds-401`,
  },
  { template: 'request-answered', id: '6', to: 'a@b.example', answer: 'It is no longer made.\n\nNothing replaces it.' },
  {
    template: 'question-answered',
    id: '5',
    to: 'a@b.example',
    by: null,
    question: 'Does it turn clockwise?',
    answer: 'Clockwise, seen from the blade.',
    part: { name: 'Evaporator fan motor', number: 'EF-230' },
    url: `${ORIGIN}/products/ef-230#questions`,
  },
  {
    template: 'review-ask',
    id: '7',
    to: 'a@b.example',
    number: 'PH-104417',
    parts: [{ name: 'Evaporator fan motor', number: 'EF-230', url: `${ORIGIN}/review/ef-230` }],
    stop: `${ORIGIN}/unsubscribe?token=${TOKEN}`,
  },
  {
    template: 'stock-confirm',
    to: 'a@b.example',
    part: { name: 'Display panel', number: 'UI-180' },
    url: `${ORIGIN}/notify/confirm?token=${TOKEN}`,
  },
  {
    template: 'back-in-stock',
    id: '6',
    to: 'a@b.example',
    part: { name: 'Display panel', number: 'UI-180', unitPriceCents: 10_400, minOrder: 2 },
    stock: 60,
    url: `${ORIGIN}/products/ui-180`,
    stop: `${ORIGIN}/unsubscribe?token=${TOKEN}`,
  },
  { template: 'newsletter-confirm', to: 'a@b.example', url: `${ORIGIN}/newsletter/confirm?token=${TOKEN}` },
  { template: 'newsletter-welcome', to: 'a@b.example', url: `${ORIGIN}/newsletter/unsubscribe?token=${TOKEN}` },
]
