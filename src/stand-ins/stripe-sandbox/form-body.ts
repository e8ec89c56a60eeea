import { badRequest } from './problem.ts'

export type Form = { [key: string]: string | Form }

const MAX_PAIRS = 1000
const MAX_DEPTH = 6
const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

/** Reads `metadata[order]=7&expand[]=charge` into nested objects; a list becomes an object with the keys 0, 1, 2. */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null)
  let pairs = 0
  for (const [key, value] of new URLSearchParams(text)) {
    if (++pairs > MAX_PAIRS) throw badRequest(`A request may carry at most ${MAX_PAIRS} parameters.`)
    if (key.includes('\0') || value.includes('\0')) throw badRequest('Invalid string: it holds a NUL character.')
    put(form, pathOf(key), value)
  }
  return form
}

function pathOf(key: string) {
  const match = KEY.exec(key)
  if (!match?.[1]) throw badRequest(`Invalid parameter name: ${key}`)
  const inner = (match[2] ?? '').slice(1, -1)
  const path = match[2] ? [match[1], ...inner.split('][')] : [match[1]]
  if (path.length > MAX_DEPTH) throw badRequest(`Parameter nested too deeply: ${key}`)
  return path
}

function put(form: Form, path: string[], value: string) {
  const last = path.length - 1
  let at = form
  path.forEach((part, i) => {
    const name = part === '' ? String(Object.keys(at).length) : part
    if (i === last) {
      at[name] = value
      return
    }
    const next = at[name] ?? Object.create(null)
    if (typeof next === 'string') throw badRequest(`Invalid parameter: ${path[0]} is both a value and an object.`)
    at[name] = next
    at = next
  })
}
