import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useRefused } from '../accounts/session/use-refused.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormError } from '../ui/form-error.tsx'
import { toastOk } from '../ui/toast.ts'

type EditDialogProps<T extends FieldValues> = {
  open: boolean
  title: string
  form: UseFormReturn<T>
  /** Sends what was typed; a refusal stands at its field. */
  save: (typed: T) => Promise<unknown>
  saved: string
  onSaved: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** Makes or changes one thing that sums are reckoned by. */
export function EditDialog<T extends FieldValues>(props: EditDialogProps<T>) {
  const { open, title, form, save, saved, onSaved, onClose, children } = props
  const { errors, isSubmitting } = form.formState
  const refused = useRefused(form)
  const handleClose = () => {
    form.reset()
    onClose()
  }
  const handleSave = form.handleSubmit(async (typed) => {
    try {
      await save(typed)
      await onSaved()
      toastOk(saved)
      handleClose()
    } catch (error) {
      await refused(error)
    }
  })
  return (
    <Dialog
      open={open}
      onClose={handleClose}
      title={title}
      wide
      onSubmit={handleSave}
      footer={
        <>
          <Button onClick={handleClose}>Cancel</Button>
          <Button type="submit" variant="key" pending={isSubmitting}>
            Save
          </Button>
        </>
      }
    >
      {children}
      <FormError>{errors.root?.message}</FormError>
    </Dialog>
  )
}
