import { draftAt, draftKey } from './draft.ts'

/** The names of the drafts of this document's user that begin with this. */
export function draftsOf(begins: string): string[] {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(draftKey(begins)))
    return keys.filter((key) => draftAt(key) !== undefined).map((key) => key.slice(draftKey('').length))
  } catch {
    return []
  }
}
