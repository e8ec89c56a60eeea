import type { ownStore } from './own-store.ts'
import { takeAsOwn, tell } from './user-here.ts'

/**
 * What a store keeps for this document, where the page shows this field of it. Unless that is empty, the document becomes
 * that of the user who wrote it, also where nobody is signed in because their session has ended by itself.
 */
export function takeOwn<T extends object>(store: ReturnType<typeof ownStore<T>>, field: keyof T): T {
  const kept = store.kept()
  if (String(kept[field])) takeAsOwn(kept.of)
  tell()
  return store.read()
}
