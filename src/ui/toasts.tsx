import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onToastsWanted, toastsWanted } from './toast.ts'

const ToastBox = lazy(() => import('./toast-box.tsx'))

/** Stands once in the document and shows what `toastOk` and `toastBad` say. */
export function Toasts() {
  const wanted = useSyncExternalStore(onToastsWanted, toastsWanted, () => false)
  if (!wanted) return null
  return (
    <Suspense>
      <ToastBox />
    </Suspense>
  )
}
