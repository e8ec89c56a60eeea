import { useEffect, useRef } from 'react'
import { href, useNavigate, useNavigation } from 'react-router'

/** Goes to the cart, unless the person has gone elsewhere since. */
export function useToCart() {
  const navigate = useNavigate()
  const { state } = useNavigation()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = state === 'idle'
    return () => {
      isHere.current = false
    }
  }, [state])
  return async () => {
    if (isHere.current) await navigate(href('/cart'))
  }
}
