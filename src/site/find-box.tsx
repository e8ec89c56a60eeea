import { useRef } from 'react'
import DialogBox from '../ui/dialog-box.tsx'
import { FindField } from './find-field.tsx'

type FindBoxProps = { open: boolean; onClose: () => void }

export default function FindBox({ open, onClose }: FindBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <DialogBox open={open} onClose={onClose} title="Find" startsAt={field}>
      <FindField field={field} onGo={onClose} />
    </DialogBox>
  )
}
