import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, type ReactNode, type RefObject, useRef } from 'react'
import { classes } from './classes.ts'
import { useOpener } from './focus.ts'
import { X } from './page-icons.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** A sentence under the title, also read out with it. */
  description?: ReactNode
  /** A ruled block between the head and the body. */
  lead?: ReactNode
  footer?: ReactNode
  /** Makes body and footer one form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  wide?: boolean
  closeLabel?: string
  /** The element that gets the focus at first, however the dialog was opened. */
  startsAt?: RefObject<HTMLElement | null>
  children?: ReactNode
}

const FIELD = ':is(input, textarea, select):enabled'

export default function DialogBox(props: DialogProps) {
  const { open, onClose, title, lead, wide, onSubmit, closeLabel = 'Close', startsAt } = props
  const box = useRef<HTMLDivElement>(null)
  const opener = useOpener(open)
  // A form begins at its first field; a finger would only get the keyboard in the way.
  const firstField = (by: string) =>
    (by !== 'touch' && onSubmit && box.current?.querySelector<HTMLElement>(FIELD)) || true
  return (
    // A press beside a form would throw away what is typed in it.
    <Dialog.Root
      open={open}
      onOpenChange={(next) => next || onClose()}
      disablePointerDismissal={onSubmit !== undefined}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Viewport className="stage">
          <Dialog.Popup
            ref={box}
            className={classes('dialog', wide && 'wide')}
            initialFocus={startsAt ?? firstField}
            finalFocus={opener}
          >
            <div className="dh">
              <Dialog.Title>{title}</Dialog.Title>
              <Dialog.Close aria-label={closeLabel}>
                <X />
              </Dialog.Close>
            </div>
            {lead}
            <Content {...props} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Content({ description, footer, onSubmit, children }: DialogProps) {
  const parts = (
    <>
      <div className="body">
        {description ? <Dialog.Description>{description}</Dialog.Description> : null}
        {children}
      </div>
      {footer ? <div className="df">{footer}</div> : null}
    </>
  )
  if (!onSubmit) return parts
  return (
    <form noValidate onSubmit={onSubmit}>
      {parts}
    </form>
  )
}
