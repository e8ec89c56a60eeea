import type { EditedProduct, Product } from '../products/contract.ts'
import { grouped } from '../wire/grouped.ts'
import { THE_SHOP } from './actions.ts'
import type { AuditEntry } from './contract.ts'
import { isOfSettings, settingsChanged } from './settings-changed.ts'
import { dollars, type Facts, factsOf, listOf, sum, text } from './told.ts'

/** The text before and after the name of the subject. */
type Said = [before: string, after: string]

const pieces = (count: number) => `${grouped(count)} ${count === 1 ? 'piece' : 'pieces'}`

function moved(before: Facts, after: Facts): Said {
  const by = Number(after.stock) - Number(before.stock)
  return [by < 0 ? `took ${pieces(-by)} out of the stock of` : `added ${pieces(by)} to the stock of`, '']
}

/** For each kind of entry the predicate that follows the name of the actor. */
const WORDS: Record<AuditEntry['action'], (before: Facts, after: Facts, actor: string) => Said> = {
  'product.add': () => ['added', ''],
  'product.edit': () => ['changed', ''],
  'product.delete': () => ['took', 'out of the shop'],
  'product.restore': () => ['put', 'back on sale'],
  'product.fit-add': (_, { model }) => ['noted that', `fits ${text(model)}`],
  'product.fit-edit': (_, { model }) => ['changed where', `fits ${text(model)}`],
  'product.fit-delete': ({ model }) => ['noted that', `no longer fits ${text(model)}`],
  'stock.move': moved,
  'order.deliver': () => ['delivered', ''],
  'order.take-back': () => ['took back the delivery of', ''],
  'order.arrive': () => ['noted the arrival of', ''],
  'order.cancel': () => ['cancelled', ''],
  'order.paid': (_, __, actor) => (actor === THE_SHOP ? ['marked', 'as paid'] : ['paid', '']),
  'order.refund': (_, { cents }) => [`gave back ${sum(cents)} of`, ''],
  'order.refund-failed': (_, { cents }) => [`could not give back ${sum(cents)} of`, ''],
  'order.charge-returned': (_, { cents, of }) => [
    `found ${of ? `in all ${sum(cents)} of ${sum(of)}` : sum(cents)} given back at Stripe for`,
    '',
  ],
  'order.charge-warned': (_, { cents }) => [`was warned by Stripe of the payment of ${sum(cents)} for`, ''],
  'order.expire': () => ['ended', ', which was not paid in time'],
  'review.hide': () => ['hid a review by', ''],
  'review.show': () => ['showed a review by', 'again'],
  'request.answer': (_, { part, aside }) => (aside ? ['put aside', ''] : ['answered', part ? '' : 'without a part']),
  'question.answer': () => ['answered a question by', ''],
  'question.hide': () => ['hid a question by', ''],
  'question.show': () => ['showed a question by', 'again'],
  'answer.hide': () => ['hid an answer by', ''],
  'answer.show': () => ['showed an answer by', 'again'],
  'zone.add': () => ['added', ''],
  'zone.edit': () => ['changed', ''],
  'zone.delete': () => ['deleted', ''],
  'rate.add': () => ['added', ''],
  'rate.edit': () => ['changed', ''],
  'rate.delete': () => ['deleted', ''],
  'code.add': () => ['made', ''],
  'code.edit': () => ['changed', ''],
  'code.delete': () => ['ended', ''],
  'group.add': () => ['made', ''],
  'group.edit': () => ['changed', ''],
  'group.delete': () => ['deleted', ''],
  'group.person': (_, { group }) =>
    group ? ['put', `into the price group ${group}`] : ['took', 'out of every price group'],
  'sums.settings': (_, { showsTax }) => ['shows', `${showsTax ? 'with their' : 'without'} tax from now on`],
  'role.change': (_, { role }) => (role === 'admin' ? ['made', 'an admin'] : ['took the admin role from', '']),
  'session.end': (was, is) => [
    Number(was.sessions) - Number(is.sessions) === 1 ? 'ended a session of' : 'ended the sessions of',
    '',
  ],
  'account.delete': () => ['closed', ''],
  'admin.first': () => ['made', 'the first admin'],
}

export const sentenceOf = ({ action, actor, before, after }: AuditEntry): Said =>
  WORDS[action](factsOf(before), factsOf(after), actor)

export type Change = { what: string; was?: string; is: string }

/** What an edit of a product may change. Its slug is made of its name and number, and its stock has entries of its own. */
type Fact = Exclude<keyof Product, '_id' | 'slug' | 'stock'> | keyof Pick<EditedProduct, 'successor'>

const FACT_WORDS: Record<Fact, string> = {
  name: 'Name',
  number: 'Part number',
  category: 'Category',
  unitPrice: 'Unit Price',
  minOrder: 'Minimum Order',
  description: 'Description',
  img: 'Image',
  attributes: 'Attributes',
  maker: 'Maker',
  leaf: 'Place in the tree',
  facts: 'Facts',
  multiple: 'In a box',
  priceBreaks: 'Price breaks',
  leadDays: 'Lead time in days',
  weightGrams: 'Weight in grams',
  replaces: 'Old numbers',
  substitutes: 'Substitutes',
  fitsKinds: 'Fits kinds',
  datasheet: 'Datasheet',
  successor: 'Successor',
}

const isFact = (name: string): name is Fact => name in FACT_WORDS

/** A fact of a product as one line. */
function shown(name: Fact, value: unknown): string {
  if (name === 'unitPrice') return dollars(value)
  if (name === 'priceBreaks') return listOf(value, (one) => breakOf(factsOf(one)))
  if (Array.isArray(value)) return listOf(value, text)
  if (typeof value !== 'object') return text(value)
  return Object.entries(factsOf(value))
    .map(([key, attribute]) => {
      const { value: amount = attribute, unit } = factsOf(attribute)
      return `${key} ${text(amount)}${unit ? ` ${unit}` : ''}`
    })
    .join(', ')
}

const breakOf = ({ from, unitPrice }: Facts) => `from ${pieces(Number(from))} ${dollars(unitPrice)}`
/** The details of an entry below its sentence. */
export function changesOf({ action, before, after }: AuditEntry): Change[] {
  const [was, is] = [factsOf(before), factsOf(after)]
  if (action === 'product.edit' || action === 'product.restore') {
    return Object.keys(was)
      .filter(isFact)
      .map((name) => ({ what: FACT_WORDS[name], was: shown(name, was[name]), is: shown(name, is[name]) }))
  }
  const told: (Change | undefined)[] = [
    action === 'stock.move' ? { what: 'Stock', was: text(was.stock), is: text(is.stock) } : undefined,
    is.productName ? { what: 'Part', is: `${text(is.productName)}, ${pieces(Number(is.quantity))}` } : undefined,
    is.part ? { what: 'Part', is: text(is.part) } : undefined,
    ...settingsChanged(action, was, is),
    action === 'session.end' ? { what: 'Sessions', was: text(was.sessions), is: text(is.sessions) } : undefined,
    is.reason ? { what: 'Reason', is: text(is.reason) } : undefined,
    is.note && !isOfSettings(action) ? { what: 'Note', is: text(is.note) } : undefined,
    is.carrier ? { what: 'Carrier', is: text(is.carrier) } : undefined,
    is.transactionId ? { what: 'Transaction', is: text(is.transactionId) } : undefined,
  ]
  return told.filter((change) => change !== undefined)
}
