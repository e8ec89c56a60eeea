import { lazy, Suspense, useState } from 'react'
import type { DrawerProps } from './drawer-box.tsx'

const DrawerBox = lazy(() => import('./drawer-box.tsx'))

export function Drawer(props: DrawerProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense>
      <DrawerBox {...props} />
    </Suspense>
  )
}
