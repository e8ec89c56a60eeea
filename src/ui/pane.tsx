import { Dialog } from '@base-ui/react/dialog'
import type { KeyboardEvent, ReactNode } from 'react'
import { isSingleKey } from './keys.ts'
import { ArrowDown, ArrowUp, X } from './page-icons.tsx'

type PaneProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Opens the previous and the next item of the list: the keys k and j, and a button each. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** What has the focus once it is closed. */
  returnsTo: () => HTMLElement | boolean
  children: ReactNode
}

/** One thing of a list, beside the list. */
export function Pane(props: PaneProps) {
  const { open, onClose, title, onPrevious, onNext, returnsTo, children } = props
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    // A question over the pane is its child for React alone.
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target)
    const go = { k: onPrevious, j: onNext }[event.key]
    if (!go || !isHere || !isSingleKey(event.nativeEvent)) return
    event.preventDefault()
    go()
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="pane" finalFocus={returnsTo} onKeyDown={handleKey}>
          <div className="top">
            <Dialog.Title>{title}</Dialog.Title>
            <button type="button" aria-label="The one before" aria-disabled={!onPrevious} onClick={onPrevious}>
              <ArrowUp />
            </button>
            <button type="button" aria-label="The next one" aria-disabled={!onNext} onClick={onNext}>
              <ArrowDown />
            </button>
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
