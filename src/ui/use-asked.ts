import { useState } from 'react'
import { useLocation } from 'react-router'

/** What a question is about. It is about nothing again once the address has changed, such as by Back or Forward. */
export function useAsked<About extends object | true>() {
  const { key } = useLocation()
  const [asked, setAsked] = useState<{ key: string; about: About }>()
  if (asked && asked.key !== key) setAsked(undefined)
  const about = asked?.key === key ? asked.about : undefined
  return [about, (next: About | undefined) => setAsked(next && { key, about: next })] as const
}
