import type { ReactNode } from 'react'

type TagProps = { children: ReactNode }

export function Tag({ children }: TagProps) {
  return <span className="new">{children}</span>
}
