import { useEffect, useLayoutEffect } from 'react'
import {
  type CloseButtonProps,
  type IconProps,
  ToastContainer,
  type ToastTransitionProps,
  toast,
} from 'react-toastify/unstyled'
import { AlertMark } from './alert-mark.tsx'
import { Check } from './check-icon.tsx'
import { X } from './page-icons.tsx'
import { showsFor, type Toast, ToastText } from './toast-content.tsx'

function show(kind: 'ok' | 'bad', said: Toast) {
  const slip = ({ closeToast }: { closeToast: () => void }) => <ToastText {...said} onActed={closeToast} />
  // Equal toasts show as one.
  const toastId = said.about ?? JSON.stringify([kind, said])
  const options = { autoClose: showsFor(said) }
  // Without a delay of its own an update comes 100 ms later, and until then the button of the toast before is pressed.
  if (said.about && toast.isActive(toastId)) toast.update(toastId, { ...options, render: slip, delay: 0 })
  else if (kind === 'ok') toast.success(slip, { ...options, toastId })
  else toast.error(slip, { ...options, toastId })
}

function Box() {
  return (
    <ToastContainer
      position="top-right"
      role="status"
      aria-label="Messages"
      hideProgressBar
      pauseOnHover
      closeOnClick={false}
      draggable={false}
      limit={4}
      transition={AtOnce}
      className={() => 'toasts'}
      toastClassName={(toast) => (toast?.type === 'error' ? 'toast bad' : 'toast')}
      icon={Mark}
      closeButton={Close}
    />
  )
}

function Mark({ type }: IconProps) {
  return type === 'error' ? <AlertMark /> : <Check />
}

function Close({ closeToast }: CloseButtonProps) {
  return (
    <button type="button" aria-label="Close" onClick={() => closeToast()}>
      <X />
    </button>
  )
}

/** Entering is drawn by the style sheet; leaving waits for no animation, so reduced motion cannot keep a slip. */
function AtOnce({ isIn, done, playToast, children }: ToastTransitionProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts once, when the slip appears
  useLayoutEffect(playToast, [])
  useEffect(() => {
    if (!isIn) done()
  }, [isIn, done])
  return children
}

export default { Box, show }
