import { MIN_PASSWORD } from '../contract.ts'

let list: Promise<Set<string>> | undefined

/** Whether a password stands on the list of the world's most used ones; the list is read when first asked. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= load()
  const common = await list
  return common.has(password) || common.has(password.normalize('NFKC').toLowerCase())
}

async function load() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String).filter((word) => word.length >= MIN_PASSWORD))
}
