import { type Ref, useImperativeHandle, useRef } from 'react'

/**
 * For a field of several controls, whose `ref` a form focuses: the focus goes to the control at `place`, which is asked then,
 * before new errors are rendered. Returns the ref of the box around the controls.
 */
export function useFocusIn<Box extends HTMLElement>(ref: Ref<{ focus: () => void }>, place: () => number) {
  const box = useRef<Box>(null)
  const controls = () => box.current?.querySelectorAll<HTMLElement>('input, select')
  useImperativeHandle(ref, () => ({ focus: () => controls()?.[place()]?.focus() }))
  return box
}
