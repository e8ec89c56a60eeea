import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * What a question is about. It is about nothing again once the address has changed, such as by Back or Forward. The last
 * function ends the question about this, and leaves one that was asked meanwhile.
 */
export function useAsked<About extends object | true>() {
  const { key } = useLocation()
  const [asked, setAsked] = useState<{ key: string; about: About }>()
  if (asked && asked.key !== key) setAsked(undefined)
  const about = asked?.key === key ? asked.about : undefined
  const ask = (next: About | undefined) => setAsked(next && { key, about: next })
  const answered = (done: About) => setAsked((now) => (now?.about === done ? undefined : now))
  return [about, ask, answered] as const
}
