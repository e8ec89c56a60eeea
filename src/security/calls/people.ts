import { sessions } from '../../accounts/table.server.ts'
import { aPerson } from '../../testing/open-test-shop.ts'
import type { World } from '../world.ts'
import { ADMINS, always, at, freshEmail, OWN, PASSWORD, type Row, UNKNOWN_LINK } from './row.ts'

const PROFILE = { education: 'Cooling', location: 'Oslo', phone: '22 00 01 40', linkedin: 'https://example.com/in/a' }

async function anotherSession({ db, clock }: World['shop'], userId: string) {
  const [id, now] = [crypto.randomUUID(), clock.now()]
  const expiresAt = new Date(now.getTime() + 3_600_000)
  await db.insert(sessions).values({ id, userId, token: id, expiresAt, createdAt: now, updatedAt: now })
  return id
}

export const PEOPLE: Record<string, Row> = {
  'GET /api/admin/:email': { are: [401, 200, 403, 200], ask: ({ buyer }) => ({ path: `/api/admin/${buyer.email}` }) },
  'GET /api/user/:email': { are: [401, 200, 403, 200], ask: ({ buyer }) => ({ path: `/api/user/${buyer.email}` }) },
  'PUT /api/user/:email': {
    are: [401, 200, 403, 403],
    ask: ({ buyer }) => ({ path: `/api/user/${buyer.email}`, json: PROFILE }),
  },
  'GET /api/account': { are: OWN, ask: at('/api/account') },
  'PUT /api/account/name': { are: OWN, ask: at('/api/account/name', { name: 'Anna' }) },
  // None of the four has a password, so each gets the refusal of a wrong proof.
  'PUT /api/account/email': {
    are: [401, 409, 409, 409],
    ask: () => ({ path: '/api/account/email', json: { newEmail: freshEmail(), password: PASSWORD } }),
  },
  'POST /api/account/proof': { are: OWN, ask: at('/api/account/proof') },
  'GET /api/account/data': { are: OWN, ask: at('/api/account/data') },
  'GET /api/account/data/counts': { are: OWN, ask: at('/api/account/data/counts') },
  'GET /api/account/sessions': { are: OWN, ask: at('/api/account/sessions') },
  'DELETE /api/account/sessions': { are: OWN, ask: at('/api/account/sessions') },
  'DELETE /api/account/sessions/:id': {
    are: [401, 200, 404, 404],
    ask: async ({ shop, buyer }) => ({ path: `/api/account/sessions/${await anotherSession(shop, buyer.id)}` }),
  },
  'POST /api/account/delete': {
    are: [401, 409, 422, 422],
    ask: ({ buyer }) => ({ path: '/api/account/delete', json: { email: buyer.email, password: PASSWORD } }),
  },
  'GET /api/mail-links/:token': { are: always(404), ask: at(`/api/mail-links/${UNKNOWN_LINK}`) },
  'GET /api/waiting': { are: OWN, ask: at('/api/waiting') },
  'GET /api/users': { are: ADMINS, ask: at('/api/users') },
  'PUT /api/users/:id': {
    are: ADMINS,
    ask: async ({ shop }) => ({ path: `/api/users/${(await aPerson(shop, 'new')).id}`, json: { role: 'admin' } }),
  },
  'GET /api/users/:id/sessions': { are: ADMINS, ask: ({ buyer }) => ({ path: `/api/users/${buyer.id}/sessions` }) },
  'DELETE /api/users/:id/sessions': {
    are: ADMINS,
    ask: async ({ shop }) => ({ path: `/api/users/${(await aPerson(shop, 'away')).id}/sessions` }),
  },
  'DELETE /api/users/:id/sessions/:session': {
    are: ADMINS,
    ask: async ({ shop }) => {
      const { id, sessionId } = await aPerson(shop, 'away')
      return { path: `/api/users/${id}/sessions/${sessionId}` }
    },
  },
  'GET /api/audit': { are: ADMINS, ask: at('/api/audit') },
}
