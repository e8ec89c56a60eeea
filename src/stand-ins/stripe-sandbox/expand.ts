import { retrieveCharge } from './charges.ts'
import { intentOf, toIntent } from './intent-object.ts'
import { retrieveMethod } from './payment-methods.ts'
import { badRequest } from './problem.ts'
import type { Call } from './sandbox.ts'

type Json = Record<string, unknown>

/** How an id in a field of this name becomes the object it stands for. */
const LOADERS: Record<string, (call: Call, id: string) => Promise<object>> = {
  charge: async (call, id) => (await retrieveCharge(call, id)).body,
  latest_charge: async (call, id) => (await retrieveCharge(call, id)).body,
  payment_method: async (call, id) => (await retrieveMethod(call, id)).body,
  payment_intent: async (call, id) => toIntent(await intentOf({ ...call, by: 'secret' }, id), call),
}
const MAX_DEPTH = 4

/** Replaces ids by their objects along paths such as `latest_charge` or `data.payment_method`. */
export async function expand(call: Call, body: object, paths: string[] = []): Promise<object> {
  const expanded = structuredClone(body)
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > MAX_DEPTH) throw badRequest(`You cannot expand more than ${MAX_DEPTH} levels of a property.`)
    if (call.by === 'publishable' && path !== 'payment_method') throw notExpandable(path)
    await walk(call, expanded as Json, { parts, path })
  }
  return expanded
}

/** `parts` are those of `path` that are left to follow. */
async function walk(call: Call, at: Json, { parts, path }: { parts: string[]; path: string }): Promise<void> {
  const [name = '', ...rest] = parts
  if (at.object === 'list' && name === 'data' && Array.isArray(at.data) && rest.length > 0) {
    for (const item of at.data) await walk(call, item, { parts: rest, path })
    return
  }
  const load = LOADERS[name]
  if (!load || !Object.hasOwn(at, name)) throw notExpandable(path)
  if (typeof at[name] === 'string') at[name] = await load(call, at[name])
  if (rest.length > 0 && at[name]) await walk(call, at[name] as Json, { parts: rest, path })
}

const notExpandable = (path: string) => badRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
