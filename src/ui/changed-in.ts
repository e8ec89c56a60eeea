type Values = Readonly<Record<string, unknown>>

/** Whether a field holds the same, whatever its type; an empty field and none are the same. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

/** The fields among these values that hold something else than before. */
export const changedIn = <T extends object>(values: T, before: Values = {}) =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !isSame(value, before[field]))) as Partial<T>
