import { type ComponentType, useEffect, useRef, useState } from 'react'
import { fetched, NOT_HERE } from './fetched.ts'
import { toastBad } from './toast.ts'

/**
 * A box that is fetched, with all it needs, when it first opens; then it stays, so that it can close. One that cannot be
 * fetched says so and closes, and the page under it stays.
 */
export function whenOpen<Props extends { open: boolean; onClose: () => void }>(
  fetchBox: () => Promise<{ default: ComponentType<Props> }>,
) {
  let kept: ComponentType<Props> | undefined
  return function WhenOpen(props: Props) {
    const [Box, setBox] = useState<ComponentType<Props> | undefined>(() => (props.open ? kept : undefined))
    const isWanted = props.open && !Box
    const close = useRef(props.onClose)
    useEffect(() => {
      close.current = props.onClose
    })
    useEffect(() => {
      if (!isWanted) return
      let isGone = false
      fetched(fetchBox).then(
        (box) => {
          kept = box.default
          if (!isGone) setBox(() => box.default)
        },
        () => {
          if (isGone) return
          toastBad(NOT_HERE)
          close.current()
        },
      )
      return () => {
        isGone = true
      }
    }, [isWanted])
    return Box ? <Box {...props} /> : null
  }
}
