import { isStillHere } from '../accounts/session/session.ts'
import { ask, client } from '../client.ts'
import { placesHere } from '../ui/user-here.ts'
import { ProblemError } from '../wire/problem-error.ts'
import { allKept, keptHere, storeKept } from './appliances-here.ts'
import type { Appliance } from './contract.ts'

const MOST = 8
const FULL = { code: 'conflict', message: `You keep ${MOST} appliances, which is the most. Remove one first.` }
const LEFT = { code: 'conflict', message: 'You have logged out, so this browser keeps no appliance of yours.' }

const sent = ({ model, serial, name }: Appliance) => ({ json: { model: model.number, serial, name } })

/**
 * Saves an appliance, with the account of a signed-in user; throws ProblemError above the limit, and when its user has
 * logged out before the answer came.
 */
export async function keepHere(appliance: Appliance) {
  const { account, list, chosen } = keptHere()
  const { slug } = appliance.model
  if (account) return storeListOf(account, await ask(client.appliances.$put(sent(appliance))))
  const isNew = !list.some(({ model }) => model.slug === slug)
  if (isNew && list.length >= MOST) throw new ProblemError(FULL, 409)
  const rest = list.map((one) => (one.model.slug === slug ? appliance : one))
  storeKept({ account, chosen, list: isNew ? [...list, appliance] : rest })
}

/** Removes an appliance and chooses no other; throws as `keepHere`. */
export async function loseHere({ model }: Appliance) {
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
 * Joins this browser's appliances with the account's; above the limit the account's stay. It ends when the user logs out
 * meanwhile.
 */
export async function joinAppliances(userId: string): Promise<void> {
  const unsaved = unsavedHere()
  for (const appliance of unsaved) {
    if (!(await isStillHere(userId))) return
    await client.appliances.$put(sent(appliance))
  }
  const all = await ask(client.appliances.$get())
  if (!(await isStillHere(userId))) return
  // What was saved here meanwhile is not with the account yet.
  if (JSON.stringify(unsavedHere()) !== JSON.stringify(unsaved)) return joinAppliances(userId)
  const { chosen } = keptHere()
  const isThere = all.some(({ model }) => model.slug === chosen)
  const only = all.length === 1 ? (all[0]?.model.slug ?? null) : null
  storeKept({ account: userId, chosen: isThere ? chosen : only, list: all })
}

/** Removes the appliances of all accounts from this browser at the end of a session. */
export function leaveAppliances() {
  const left = Object.entries(allKept.read()).filter(([, kept]) => !kept?.account)
  allKept.write(Object.fromEntries(left))
}
