import { isStillHere } from '../accounts/session/session.ts'
import { ask, client } from '../client.ts'
import { sentAgain } from '../keyed.ts'
import { toastBad } from '../ui/toast.ts'
import { turns } from '../ui/turns.ts'
import { placesHere } from '../ui/user-here.ts'
import { ProblemError } from '../wire/problem-error.ts'
import { allKept, keptHere, storeKept } from './appliances-here.ts'
import type { Appliance } from './contract.ts'

const MOST = 8
const FULL = { code: 'conflict', message: `You keep ${MOST} appliances, which is the most. Remove one first.` }
const LEFT = { code: 'conflict', message: 'You have logged out, so this browser keeps no appliance of yours.' }

/** An appliance and what is told of it; the rest stays as it is saved, which another tab may have done since. */
type Told = Pick<Appliance, 'model'> & Partial<Appliance>

const sent = ({ model, ...told }: Told) => ({ json: { ...told, model: model.number } })

/** One at a time, so that a join that is under way brings nothing back that is removed meanwhile. */
const inTurn = turns()

/**
 * Saves what is told of an appliance, with the account of a signed-in user; throws ProblemError above the limit, and when
 * its user has logged out before the answer came.
 */
export const keepHere = (told: Told) => inTurn(() => keep(told))

/** Saves a model; one that is saved already keeps its name, and its serial number unless another is told. */
export const addHere = ({ model, serial }: Pick<Appliance, 'model' | 'serial'>) =>
  keepHere({ model, ...(serial && { serial }) })

async function keep(told: Told) {
  const { account, list, chosen } = keptHere()
  const { slug } = told.model
  if (account) return storeListOf(account, await ask(client.appliances.$put(sent(told))))
  const isNew = !list.some(({ model }) => model.slug === slug)
  if (isNew && list.length >= MOST) throw new ProblemError(FULL, 409)
  const rest = list.map((one) => (one.model.slug === slug ? { ...one, ...told } : one))
  storeKept({ account, chosen, list: isNew ? [...list, { serial: '', name: '', ...told }] : rest })
}

/** Removes an appliance and chooses no other; throws as `keepHere`. */
export const loseHere = (appliance: Appliance) => inTurn(() => lose(appliance))

async function lose({ model }: Appliance) {
  const { account, list } = keptHere()
  const rest = account
    ? await ask(client.appliances.$delete({ query: { model: model.number } }))
    : list.filter((one) => one.model.slug !== model.slug)
  storeListOf(account, rest)
}

/** Stores a user's appliances as they were answered, while those in this browser are still of the same user. */
function storeListOf(account: string | null, list: Appliance[]) {
  const kept = keptHere()
  if (kept.account !== account) throw new ProblemError(LEFT, 409)
  const isThere = list.some(({ model }) => model.slug === kept.chosen)
  storeKept({ account, chosen: isThere ? kept.chosen : null, list })
}

/** What this browser keeps for the user of this document, and the account does not yet. */
const unsavedHere = () =>
  placesHere().flatMap((place) => {
    const kept = allKept.read()[place]
    return kept?.account === null ? kept.list : []
  })

/**
 * Joins this browser's appliances with the account's: what the account holds counts, what it lacks is added, and a toast
 * names those that it refuses. It ends when the user logs out meanwhile.
 */
export const joinAppliances = (userId: string) => inTurn(() => join(userId))

async function join(userId: string): Promise<void> {
  const unsaved = unsavedHere()
  const refused: string[] = []
  let all = await ask(client.appliances.$get())
  for (const appliance of unsaved) {
    const missing = missingIn(all, appliance)
    if (!(await isStillHere(userId))) return
    if (!missing) continue
    try {
      all = await ask(client.appliances.$put(sent(missing), sentAgain))
    } catch (error) {
      if (!isRefused(error)) throw error
      refused.push(
        `${appliance.model.maker} ${appliance.model.number} was not saved with your account. ${error.message}`,
      )
    }
  }
  if (!(await isStillHere(userId))) return
  // What was saved here meanwhile is not with the account yet.
  if (JSON.stringify(unsavedHere()) !== JSON.stringify(unsaved)) return join(userId)
  const { chosen } = keptHere()
  const isThere = all.some(({ model }) => model.slug === chosen)
  const only = all.length === 1 ? (all[0]?.model.slug ?? null) : null
  storeKept({ account: userId, chosen: isThere ? chosen : only, list: all })
  for (const sentence of refused) toastBad(sentence)
}

/** The appliance with what the account lacks of it, or undefined when it lacks nothing. */
function missingIn(all: Appliance[], { model, serial, name }: Appliance): Appliance | undefined {
  const own = all.find((one) => one.model.slug === model.slug)
  if (!own) return { model, serial, name }
  const filled = { model, serial: own.serial || serial, name: own.name || name }
  return filled.serial === own.serial && filled.name === own.name ? undefined : filled
}

/** Above the limit, of a model that is gone, or with a serial number that is none: no later try changes that. */
const isRefused = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && [404, 409, 422].includes(error.status)

/** Removes the appliances of all accounts from this browser at the end of a session. */
export function leaveAppliances() {
  const left = Object.entries(allKept.read()).filter(([, kept]) => !kept?.account)
  allKept.write(Object.fromEntries(left))
}
