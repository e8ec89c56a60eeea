import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onToasts, toastsWanted, unshownToast } from './toast.ts'

const ToastBox = lazy(() => import('./toast-box.tsx').catch(() => ({ default: PlainToast })))

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

/** The last sentence, when the slips themselves cannot be had. */
function PlainToast() {
  const message = useSyncExternalStore(onToasts, unshownToast, () => '')
  return (
    <div className="toasts" role="status">
      {message ? (
        <div className="toast">
          <p>{message}</p>
        </div>
      ) : null}
    </div>
  )
}
