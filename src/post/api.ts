import { Hono } from 'hono'
import { anyone } from '../accounts/guards.ts'
import { body, param } from '../http/body.ts'
import { inEvenTime } from '../http/even-time.ts'
import { limited } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { answers } from '../http/route-tags.ts'
import { receiveMessage } from './contact.ts'
import { ContactMessage, LinkToken, Subscribe, Told } from './contract.ts'
import { confirmSubscription, subscribe, unsubscribe } from './newsletter.ts'

const TEN_MINUTES = 600
const contactLimit = limited('contact', { points: 5, seconds: TEN_MINUTES, by: 'site' })
const newsletterLimit = limited('newsletter', { points: 5, seconds: TEN_MINUTES, by: 'site' })
const linkLimit = limited('newsletter-link', { points: 30, seconds: TEN_MINUTES, by: 'address' })

const told = (message: string): Told => ({ message })
const ENDED = told('You get no more newsletters.')

export const postApi = new Hono<Env>()
  .post(
    '/contact',
    anyone,
    contactLimit,
    body(ContactMessage),
    answers(201, Told, 'Send a message to the shop'),
    async (c) => {
      await receiveMessage(c.get('shop'), c.req.valid('json'))
      return c.json(told('Your message is sent.'), 201)
    },
  )
  .post(
    '/newsletter',
    anyone,
    newsletterLimit,
    body(Subscribe),
    answers(202, Told, 'Ask for the newsletter'),
    async (c) => {
      await inEvenTime(subscribe(c.get('shop'), c.req.valid('json').email))
      return c.json(told('Look into your mail: the link in it confirms your address.'), 202)
    },
  )
  .post(
    '/newsletter/confirm',
    anyone,
    linkLimit,
    body(LinkToken),
    answers(200, Told, 'Confirm the address of a subscription'),
    async (c) => {
      await confirmSubscription(c.get('shop'), c.req.valid('json').token)
      return c.json(told('Your address is confirmed. You get the newsletter.'))
    },
  )
  .post(
    '/newsletter/unsubscribe',
    anyone,
    linkLimit,
    body(LinkToken),
    answers(200, Told, 'End a subscription'),
    async (c) => {
      await unsubscribe(c.get('shop'), c.req.valid('json').token)
      return c.json(ENDED)
    },
  )
  // The one click of a mail program (RFC 8058): its body is a form that says nothing new.
  .post(
    '/newsletter/unsubscribe/:token',
    anyone,
    linkLimit,
    param(LinkToken),
    answers(200, Told, 'End a subscription with one click of a mail program'),
    async (c) => {
      await unsubscribe(c.get('shop'), c.req.valid('param').token)
      return c.json(ENDED)
    },
  )
  // A mail program without that click opens the address that it would send to.
  .get(
    '/newsletter/unsubscribe/:token',
    anyone,
    param(LinkToken),
    answers(303, undefined, 'Lead to the page that ends a subscription'),
    (c) => c.redirect(`/newsletter/unsubscribe?token=${c.req.valid('param').token}`, 303),
  )
