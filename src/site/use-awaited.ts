import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Milliseconds before a placeholder shows: content that comes sooner would make it flicker. */
const NOTICED = 200

/** The complaints of one model are one page: a placeholder between them would lose the serial number that was told. */
export const pageOf = (pathname: string) => pathname.replace(/(\/symptoms\/).*/, '$1')

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

  const isOther = location !== undefined && pageOf(location.pathname) !== pageOf(pathname)
  return isOther && location === noticed ? location.pathname : undefined
}
