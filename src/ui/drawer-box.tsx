import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { classes } from './classes.ts'
import { X } from './page-icons.tsx'

export type DrawerProps = {
  open: boolean
  onClose: () => void
  side: 'left' | 'right'
  title: string
  /** The element to focus on closing, for when the opener may have been replaced meanwhile. */
  returnsTo?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** From this width on the page shows itself what the drawer holds. */
const WIDE = '(min-width: 900px)'

export default function DrawerBox({ open, onClose, side, title, returnsTo, children }: DrawerProps) {
  useEffect(() => {
    if (!open) return
    const wide = matchMedia(WIDE)
    const handleChange = () => wide.matches && onClose()
    wide.addEventListener('change', handleChange)
    return () => wide.removeEventListener('change', handleChange)
  }, [open, onClose])

  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className={classes('drawer', side === 'left' && 'left')} finalFocus={returnsTo}>
          <div className="top">
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close aria-label="Close">
              <X />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
