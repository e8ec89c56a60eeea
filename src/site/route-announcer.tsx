import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { focusHeading, keepFocus } from '../ui/focus.ts'

/** On a new page the focus goes to its heading and the title is said, as a browser does by itself without a router. */
export function RouteAnnouncer() {
  const { pathname, hash } = useLocation()
  const seen = useRef(pathname)
  const [title, setTitle] = useState('')

  useEffect(keepFocus, [])

  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    setTitle(document.title)
    if (!hash) focusHeading()
  }, [pathname, hash])

  return (
    <p className="vh" aria-live="polite" aria-atomic="true">
      {title}
    </p>
  )
}
