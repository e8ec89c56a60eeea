import { aProduct } from '../../testing/open-test-shop.ts'
import { ADMINS, always, at, freshEmail, OWN, type Row, UNKNOWN_LINK, UNKNOWN_STOP } from './row.ts'

export const MAILS: Record<string, Row> = {
  'GET /api/account/mails': { are: OWN, ask: at('/api/account/mails') },
  'PATCH /api/account/mails': { are: OWN, ask: at('/api/account/mails', { reviewAsks: true }) },
  'DELETE /api/account/mails/:id': {
    are: OWN,
    ask: ({ product }) => ({ path: `/api/account/mails/${product.id}` }),
  },
  'POST /api/contact': { are: always(201), ask: at('/api/contact', { email: 'a@example.com', message: 'Hello' }) },
  'POST /api/part-requests': {
    are: always(201),
    ask: at('/api/part-requests', { email: 'a@example.com', words: 'The seal of the lower drawer.' }),
  },
  'GET /api/part-requests': { are: ADMINS, ask: at('/api/part-requests') },
  'PATCH /api/part-requests': {
    are: ADMINS,
    ask: async ({ as, product }) => {
      const asked = await as.buyer['part-requests'].$post({ json: { words: 'A fan.' } })
      const { _id: id } = (await asked.json()) as { _id: string }
      return { path: '/api/part-requests', json: { id, part: product.number } }
    },
  },
  'POST /api/product/:id/notify': {
    are: always(202),
    ask: async ({ shop }) => {
      const { id: product } = await aProduct(shop, { stock: 0 })
      return { path: `/api/product/${product}/notify`, json: { email: freshEmail(), product } }
    },
  },
  'POST /api/notify/confirm': { are: always(404), ask: at('/api/notify/confirm', { token: UNKNOWN_LINK }) },
  'POST /api/unsubscribe': { are: always(404), ask: at('/api/unsubscribe', { token: UNKNOWN_STOP }) },
  'GET /api/unsubscribe/:token': { are: always(303), ask: at(`/api/unsubscribe/${UNKNOWN_STOP}`) },
  'POST /api/unsubscribe/:token': { are: always(404), ask: at(`/api/unsubscribe/${UNKNOWN_STOP}`) },
  'POST /api/newsletter': { are: always(202), ask: () => ({ path: '/api/newsletter', json: { email: freshEmail() } }) },
  'POST /api/newsletter/confirm': { are: always(404), ask: at('/api/newsletter/confirm', { token: UNKNOWN_LINK }) },
  'POST /api/newsletter/unsubscribe': {
    are: always(404),
    ask: at('/api/newsletter/unsubscribe', { token: UNKNOWN_LINK }),
  },
  'GET /api/newsletter/unsubscribe/:token': {
    are: always(303),
    ask: at(`/api/newsletter/unsubscribe/${UNKNOWN_LINK}`),
  },
  'POST /api/newsletter/unsubscribe/:token': {
    are: always(404),
    ask: at(`/api/newsletter/unsubscribe/${UNKNOWN_LINK}`),
  },
}
