import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onToasts, toastsWanted, unshownToast } from './toast.ts'
import { ToastText } from './toast-content.tsx'

const ToastBox = lazy(() => import('./toast-container.tsx').catch(() => ({ default: PlainToast })))

/** Stands once in the document and shows what `toastOk` and `toastBad` say. */
export function Toasts() {
  const wanted = useSyncExternalStore(onToasts, toastsWanted, () => false)
  if (!wanted) return null
  return (
    <Suspense>
      <ToastBox />
    </Suspense>
  )
}

/** The last message, shown plainly when the toasts' script cannot be loaded. */
function PlainToast() {
  const unshown = useSyncExternalStore(onToasts, unshownToast, () => undefined)
  return (
    <div className="toasts" role="status">
      {unshown ? (
        <div className="toast">
          <ToastText {...unshown} />
        </div>
      ) : null}
    </div>
  )
}
