import { useSyncExternalStore } from 'react'
import { onToasts, toastsShown } from './toast.ts'
import { ToastText } from './toast-content.tsx'

const NONE: ReturnType<typeof toastsShown> = {}
const onTheServer = () => NONE

/** Stands once in the document and shows what `toastOk` and `toastBad` say. */
export function Toasts() {
  const { Box, plain } = useSyncExternalStore(onToasts, toastsShown, onTheServer)
  if (Box) return <Box />
  return (
    <div className="toasts" role="status">
      {plain ? (
        <div className="toast">
          <ToastText {...plain} />
        </div>
      ) : null}
    </div>
  )
}
