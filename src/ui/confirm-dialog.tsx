import { lazy, Suspense, useState } from 'react'
import type { ConfirmDialogProps } from './confirm-box.tsx'

const ConfirmBox = lazy(() => import('./confirm-box.tsx'))

export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense>
      <ConfirmBox {...props} />
    </Suspense>
  )
}
