import { Hono } from 'hono'
import { anyone, byBearer, signedIn } from '../accounts/guards.ts'
import { body, byId, param } from '../http/body.ts'
import { inEvenTime } from '../http/even-time.ts'
import { limited } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { answers } from '../http/route-tags.ts'
import { ProductName } from '../products/contract.ts'
import { ChangeMails, ConfirmToken, MyMails, NotifyMe, StopToken, Told } from './contract.ts'
import { changeMails, mailsOf } from './my-mails.ts'
import { askForStock, confirmAlert, endWaiting } from './stock-alerts.ts'
import { unsubscribe } from './unsubscribe.ts'

const linkLimit = limited('alert-link', { points: 30, seconds: 600, by: 'address' })

const mailsLimit = limited('mails', { points: 30, seconds: 600, by: 'user' })

const told = (message: string): Told => ({ message })
const ENDED = told('You get no more of these mails.')

export const alertsApi = new Hono<Env>()
  .post(
    '/product/:id/notify',
    anyone,
    limited('notify', { points: 10, seconds: 600, by: 'site' }),
    param(ProductName),
    body(NotifyMe),
    answers(202, Told, 'Ask for one mail when a product is back'),
    async (c) => {
      const asked = { ...c.req.valid('param'), ...c.req.valid('json') }
      await inEvenTime(askForStock(c.get('shop'), await byBearer(c), asked))
      return c.json(told('One mail comes when it is back. To an address that is new to us a link comes first.'), 202)
    },
  )
  .post(
    '/notify/confirm',
    anyone,
    linkLimit,
    body(ConfirmToken),
    answers(200, Told, 'Confirm the address for a mail when a product is back'),
    async (c) => {
      await confirmAlert(c.get('shop'), c.req.valid('json').token)
      return c.json(told('Your address is confirmed. One mail comes when the part is back.'))
    },
  )
  .post(
    '/unsubscribe',
    anyone,
    linkLimit,
    body(StopToken),
    answers(200, Told, 'End the mails that a link is for'),
    async (c) => {
      await unsubscribe(c.get('shop'), c.req.valid('json').token)
      return c.json(ENDED)
    },
  )
  .get('/account/mails', signedIn, answers(200, MyMails, 'Tell which mails you get'), async (c) =>
    c.json(await mailsOf(c.get('shop'), c.get('user'))),
  )
  .patch(
    '/account/mails',
    signedIn,
    mailsLimit,
    body(ChangeMails),
    answers(200, MyMails, 'Turn mails on or off'),
    async (c) => c.json(await changeMails(c.get('shop'), c.get('user'), c.req.valid('json'))),
  )
  .delete(
    '/account/mails/:id',
    signedIn,
    mailsLimit,
    byId,
    answers(200, MyMails, 'Wait for a part no more'),
    async (c) => {
      await endWaiting(c.get('shop'), c.get('user'), c.req.valid('param').id)
      return c.json(await mailsOf(c.get('shop'), c.get('user')))
    },
  )
  // A mail program's one-click unsubscribe (RFC 8058): its form body says nothing that the link does not.
  .post(
    '/unsubscribe/:token',
    anyone,
    linkLimit,
    param(StopToken),
    answers(200, Told, 'End mails with one click of a mail program'),
    async (c) => {
      await unsubscribe(c.get('shop'), c.req.valid('param').token)
      return c.json(ENDED)
    },
  )
  // A mail program without that click opens the address that it would send to.
  .get(
    '/unsubscribe/:token',
    anyone,
    param(StopToken),
    answers(303, undefined, 'Lead to the page that ends mails'),
    (c) => c.redirect(`/unsubscribe?token=${c.req.valid('param').token}`, 303),
  )
