import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { useOpener } from './focus.ts'
import { X } from './page-icons.tsx'

export type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  question: string
  confirmLabel: string
  keepLabel?: string
  danger?: boolean
  pending?: boolean
  children: ReactNode
}

export default function ConfirmBox(props: ConfirmDialogProps) {
  const { open, onClose, onConfirm, question, confirmLabel, keepLabel = 'Cancel', danger, pending, children } = props
  const safe = useRef<HTMLButtonElement>(null)
  const opener = useOpener(open)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Viewport className="stage">
          <AlertDialog.Popup className="dialog" initialFocus={safe} finalFocus={opener}>
            <div className="dh">
              <AlertDialog.Title>{question}</AlertDialog.Title>
              <AlertDialog.Close aria-label="Close">
                <X />
              </AlertDialog.Close>
            </div>
            <div className="body">
              <AlertDialog.Description>{children}</AlertDialog.Description>
            </div>
            <div className="df">
              <Button ref={safe} variant="ink" onClick={onClose}>
                {keepLabel}
              </Button>
              <Button variant={danger ? 'bad' : 'key'} pending={pending} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
