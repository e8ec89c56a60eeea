import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Milliseconds before a placeholder shows: content that comes sooner would make it flicker. */
const NOTICED = 200

/** The path of another page that the person is going to, once it takes long enough to be noticed. */
export function useAwaited(): string | undefined {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const [noticed, setNoticed] = useState<typeof location>()

  useEffect(() => {
    if (!location) return
    const timer = setTimeout(() => setNoticed(location), NOTICED)
    return () => clearTimeout(timer)
  }, [location])

  return location && location === noticed && location.pathname !== pathname ? location.pathname : undefined
}
