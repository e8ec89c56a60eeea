import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './dialog-box.tsx'

const DialogBox = lazy(() => import('./dialog-box.tsx'))

/** The box and what it needs are fetched when it first opens. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense>
      <DialogBox {...props} />
    </Suspense>
  )
}
