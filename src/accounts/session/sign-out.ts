import { isOver } from '../../ui/user-here.ts'
import { type Answer, postJson, unreachable } from '../../wire/form.ts'
import { loadAnew } from './token.ts'

/** Ends the session; a new document says so. A document that is over shows who is here instead. */
export async function signOut(): Promise<Answer> {
  const left = await import('./left-here.ts').catch(() => undefined)
  if (isOver()) return loadAnew()
  if (!left) return unreachable
  const answer = await postJson('/api/auth/sign-out', {})
  if (!answer.ok) return answer
  left.leave('Logout Success')
  return answer
}
