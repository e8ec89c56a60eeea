import { useEffect, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'

/** Goes to a page once an answer has come, unless the person has gone elsewhere since. */
export function useGoWhileHere() {
  const navigate = useNavigate()
  const { state } = useNavigation()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = state === 'idle'
    return () => {
      isHere.current = false
    }
  }, [state])
  return async (to: string) => {
    if (isHere.current) await navigate(to)
  }
}
