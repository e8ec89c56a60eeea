import { useNavigate, useNavigation } from 'react-router'
import { useIsHere } from './use-is-here.ts'

/** Goes to a page once an answer has come, unless the person has gone elsewhere since. */
export function useGoWhileHere() {
  const navigate = useNavigate()
  const { state } = useNavigation()
  const isHere = useIsHere(state === 'idle')
  return async (to: string) => {
    if (isHere.current) await navigate(to)
  }
}
