import fc from 'fast-check'
import { expect } from 'vitest'
import { cancelled, charge, confirmed, secretOf } from '../payments/open-test-payments.ts'
import { anOrder } from '../testing/orders.ts'
import { joinCart, putCart } from './cart-commands.ts'
import { buyList, cancelList, payList } from './checkout-commands.ts'
import { command, hasLines, pick } from './command.ts'
import {
  clientFor,
  close,
  keep,
  type Model,
  NEWCOMER,
  PEOPLE,
  personOf,
  type Real,
  standing,
  statusOfOrder,
} from './shop-model.ts'

const PASSWORD = 'a parts counter 1'

const order = async (real: Real, who: number, product: number, quantity: number) => {
  const sold = real.products[product]
  if (!sold) throw new Error('no such product in the scene')
  return clientFor(real, who).order.$post({ json: anOrder(sold, { quantity }) })
}

const buy = (buyer: number, product: number, quantity: number) =>
  command({
    name: `buy(${buyer}, ${product}, ${quantity})`,
    async run(model, real) {
      const answer = await order(real, buyer, product, quantity)
      expect(answer.status).toBe(statusOfOrder(model, buyer, product, quantity))
      const { _id: id } = (await answer.json()) as { _id: string }
      if (answer.status === 201) keep(model, [{ id, order: id, buyer, product, quantity }])
    },
  })

/** All buyers order at once: as many succeed as the stock allows, in any order. */
const buyTogether = (product: number, quantity: number) =>
  command({
    name: `buyTogether(${product}, ${quantity})`,
    async run(model, real) {
      const may = [0, 1, 2].filter((buyer) => statusOfOrder(model, buyer, product, quantity) === 201)
      const stock = model.products[product]?.stock ?? 0
      const answers = await Promise.all(may.map((buyer) => order(real, buyer, product, quantity)))
      for (const [index, answer] of answers.entries()) {
        const { _id: id } = (await answer.json()) as { _id: string }
        if (answer.status === 201) keep(model, [{ id, order: id, buyer: may[index] ?? 0, product, quantity }])
      }
      const got = answers.filter(({ status }) => status === 201).length
      expect(got).toBe(Math.min(may.length, Math.floor(stock / quantity)))
    },
  })

const pay = (pointer: number) =>
  command({
    name: `pay(${pointer})`,
    check: hasLines,
    async run(model, real) {
      const mine = pick(model, pointer)
      if (!mine || !model.people[mine.buyer]?.isSignedIn) return
      const as = clientFor(real, mine.buyer)
      const sold = real.products[mine.product]
      const { price } = anOrder(sold ?? { id: '', name: '', unitPriceCents: 0, minOrder: 1 }, {
        quantity: mine.quantity,
      })
      const asked = await secretOf(as, Number(price), mine.id)
      const wanted = {
        unpaid: 200,
        cancelled: 404,
        expired: 404,
        paid: 409,
        delivered: 409,
        refund_due: 409,
        refunded: 409,
      }
      // A line of a larger order is not paid by itself.
      const isOneOfSeveral = mine.status !== 'cancelled' && standing(model, mine).length > 1
      expect(asked.status).toBe(isOneOfSeveral ? 409 : wanted[mine.status])
      if (asked.status !== 200) return
      const intent = (await asked.json()).clientSecret.split('_secret_')[0] ?? ''
      await charge(real.opened.shop, intent)
      const told = await Promise.all([1, 2].map(() => confirmed(as, { _id: mine.id }, intent)))
      expect(told.map(({ status }) => status)).toEqual([200, 200])
      mine.status = 'paid'
    },
  })

const STATUS_OF_CANCEL = { unpaid: 200, paid: 409, delivered: 409, cancelled: 404 } as Record<string, number>

/** Twice at once by its buyer and an admin, when there is a buyer to do so; one of them does it. */
const cancel = (pointer: number) =>
  command({
    name: `cancel(${pointer})`,
    check: hasLines,
    async run(model, real) {
      const mine = pick(model, pointer)
      if (!mine) return
      const isIn = model.people[mine.buyer]?.isSignedIn
      const who = [real.opened.as.admin, ...(isIn ? [clientFor(real, mine.buyer)] : [])]
      const answers = await Promise.all(who.map((as) => cancelled(as, { _id: mine.id })))
      const first = STATUS_OF_CANCEL[mine.status] ?? 0
      const others = first === 200 ? 404 : first
      const wanted = who.map((_, index) => (index === 0 ? first : others)).sort()
      expect(answers.map(({ status }) => status as number).sort()).toEqual(wanted)
      if (first === 200) close(model, mine)
    },
  })

const STATUS_OF_DELIVERY = { unpaid: 409, paid: 200, delivered: 200, cancelled: 404 } as Record<string, number>

const STATUS_OF_TAKING_BACK = { unpaid: 409, paid: 200, delivered: 200, cancelled: 404 } as Record<string, number>

const deliver = (pointer: number, who: number) =>
  command({
    name: `deliver(${pointer}, ${who})`,
    check: hasLines,
    async run(model, real) {
      const sent = pick(model, pointer)
      if (!sent) return
      const person = model.people[who]
      const answer = await clientFor(real, who).paidorders[':id'].$patch({ param: { id: sent.id } })
      const wanted = !person?.isSignedIn ? 401 : person.role === 'admin' ? STATUS_OF_DELIVERY[sent.status] : 403
      expect(answer.status).toBe(wanted)
      if (answer.status === 200) sent.status = 'delivered'
    },
  })

const takeBack = (pointer: number, who: number) =>
  command({
    name: `takeBack(${pointer}, ${who})`,
    check: hasLines,
    async run(model, real) {
      const sent = pick(model, pointer)
      if (!sent) return
      const person = model.people[who]
      const answer = await clientFor(real, who).paidorders[':id'].$delete({ query: {}, param: { id: sent.id } })
      const wanted = !person?.isSignedIn ? 401 : person.role === 'admin' ? STATUS_OF_TAKING_BACK[sent.status] : 403
      // Ten seconds may have passed by the database's clock.
      if (wanted !== 200 || answer.status !== 409 || sent.status !== 'delivered') expect(answer.status).toBe(wanted)
      if (answer.status === 200) sent.status = 'paid'
    },
  })

const remove = (product: number) =>
  command({
    name: `remove(${product})`,
    async run(model, real) {
      const part = model.products[product]
      const answer = await real.opened.as.admin.product[':id'].$delete({
        param: { id: real.products[product]?.id ?? '' },
      })
      expect(answer.ok).toBe(part?.isOnSale)
      if (part) part.isOnSale = false
    },
  })

const setRole = (who: number, role: 'admin' | 'customer') =>
  command({
    name: `setRole(${who}, ${role})`,
    check: (model) => who !== NEWCOMER && model.people[who]?.isSignedIn === true,
    async run(model, real) {
      const { id, token } = personOf(real, who)
      const person = model.people[who]
      if (!person) return
      const answer = await real.opened.as.admin.users[':id'].$put({ param: { id }, json: { role } })
      expect(answer.status).toBe(200)
      if (person.role === role) return
      person.role = role
      // A changed role ends the token (law I1); nobody of these has a cookie to fetch another with.
      expect((await clientFor(real, who).orders.$get({ query: { email: personOf(real, who).email } })).status).toBe(401)
      expect(token).not.toBe('')
      person.isSignedIn = false
    },
  })

async function enter(model: Model, real: Real, path: string, json: object) {
  const person = personOf(real, NEWCOMER)
  const newcomer = model.people[NEWCOMER]
  const answer = await person.browser.send(path, { json })
  expect(answer.status).toBe(200)
  person.token = await person.browser.sync(person.email)
  if (newcomer) Object.assign(newcomer, { isRegistered: true, isSignedIn: true })
}

const isNewcomer = (state: { isRegistered: boolean; isSignedIn: boolean }) => (model: Model) =>
  model.people[NEWCOMER]?.isRegistered === state.isRegistered && model.people[NEWCOMER].isSignedIn === state.isSignedIn

const register = command({
  name: 'register',
  check: isNewcomer({ isRegistered: false, isSignedIn: false }),
  run: (model, real) =>
    enter(model, real, '/api/auth/sign-up/email', {
      name: 'New',
      email: personOf(real, NEWCOMER).email,
      password: PASSWORD,
    }),
})

const signIn = command({
  name: 'signIn',
  check: isNewcomer({ isRegistered: true, isSignedIn: false }),
  run: (model, real) =>
    enter(model, real, '/api/auth/sign-in/email', { email: personOf(real, NEWCOMER).email, password: PASSWORD }),
})

const signOut = command({
  name: 'signOut',
  check: isNewcomer({ isRegistered: true, isSignedIn: true }),
  async run(model, real) {
    const person = personOf(real, NEWCOMER)
    expect((await person.browser.send('/api/auth/sign-out', { json: {} })).status).toBe(200)
    const newcomer = model.people[NEWCOMER]
    if (newcomer) newcomer.isSignedIn = false
  },
})

const person = fc.nat(PEOPLE - 1)
const part = fc.nat(1)
const some = fc.integer({ min: 1, max: 6 })
const pointer = fc.nat(20)
const line = fc.record({ product: part, quantity: some })
const list = fc.array(line, { minLength: 1, maxLength: 4 })

/** The commands of the model, weighted as in a real shop. */
export const COMMANDS = [
  fc.tuple(person, part, some).map((of) => buy(...of)),
  fc.tuple(person, part, some).map((of) => buy(...of)),
  fc.tuple(part, fc.integer({ min: 2, max: 5 })).map((of) => buyTogether(...of)),
  fc.tuple(person, list).map((of) => buyList(...of)),
  fc.tuple(person, list).map((of) => buyList(...of)),
  pointer.map(pay),
  pointer.map(payList),
  pointer.map(cancel),
  pointer.map(cancelList),
  fc.tuple(person, line, fc.boolean()).map((of) => putCart(...of)),
  fc.tuple(person, line).map((of) => joinCart(...of)),
  fc.tuple(pointer, person).map((of) => deliver(...of)),
  fc.tuple(pointer, person).map((of) => takeBack(...of)),
  part.map(remove),
  fc.tuple(person, fc.constantFrom<'admin' | 'customer'>('admin', 'customer')).map((of) => setRole(...of)),
  fc.constant(register),
  fc.constant(signIn),
  fc.constant(signOut),
]
