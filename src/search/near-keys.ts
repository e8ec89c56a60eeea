/** Signs that people take for each other on a worn plate. */
const ALIKE = ['0o', '1il', '5s', '8b', '2z', '6g']
const SIGNS = [...'abcdefghijklmnopqrstuvwxyz0123456789']
const [SHORTEST, LONGEST] = [4, 24]

/** The number as it is compared, as the database's `squeezed` has it. */
export const squeezed = (typed: string) =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Every number that differs from the key in one sign: another one, one too many, one too few, or two that changed places. */
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

/** Whether the two differ by signs that look alike, which come before all other slips. */
export const isLookAlike = (one: string, other: string) =>
  one.length === other.length && [...one].every((sign, at) => sign === other[at] || isAlike(sign, other[at] ?? ''))

const isAlike = (one: string, other: string) => ALIKE.some((signs) => signs.includes(one) && signs.includes(other))
