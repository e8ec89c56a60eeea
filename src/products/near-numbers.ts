/** Characters that look alike on a worn plate. */
const ALIKE = ['0o', '1il', '5s', '8b', '2z', '6g']
const SIGNS = [...'abcdefghijklmnopqrstuvwxyz0123456789']
const [SHORTEST, LONGEST] = [4, 24]

/** The compared form of a number, the same as the database's `squeezed`. */
export const squeezed = (typed: string) =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** All numbers at one edit from the key: replaced, added, missing or swapped characters. */
export function nearKeys(key: string): string[] {
  if (key.length < SHORTEST || key.length > LONGEST || !/^[a-z0-9]+$/.test(key) || !/\d/.test(key)) return []
  const near = new Set<string>()
  for (let at = 0; at <= key.length; at++) {
    const [before, sign, after] = [key.slice(0, at), key[at] ?? '', key.slice(at + 1)]
    for (const other of SIGNS) {
      near.add(before + other + sign + after)
      if (sign) near.add(before + other + after)
    }
    if (sign) near.add(before + after)
    if (after) near.add(before + after[0] + sign + after.slice(1))
  }
  near.delete(key)
  return [...near]
}

/** Whether the two differ only by look-alike characters, which rank before other errors. */
export const isLookAlike = (one: string, other: string) =>
  one.length === other.length && [...one].every((sign, at) => sign === other[at] || isAlike(sign, other[at] ?? ''))

const isAlike = (one: string, other: string) => ALIKE.some((signs) => signs.includes(one) && signs.includes(other))
