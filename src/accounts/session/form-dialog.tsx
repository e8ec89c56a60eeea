import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { toastOk } from '../../ui/toast.ts'
import { useRefused } from './use-refused.ts'

type FormDialogProps<T extends FieldValues> = {
  open: boolean
  title: string
  description?: string
  wide?: boolean
  form: UseFormReturn<T>
  /** Sends the typed values; a refusal appears at its field. */
  save: (typed: T) => Promise<unknown>
  saved: string
  /** Shows the change; the dialog stays open until it has finished. */
  onSaved: () => Promise<void>
  onClose: () => void
  act?: string
  actVariant?: 'key' | 'bad'
  /** Whether Cancel keeps the typed values for the next opening. */
  keepsTyped?: boolean
  children: ReactNode
}

/** A form in a dialog: sends it, reloads what it changed, shows a toast and closes. */
export function FormDialog<T extends FieldValues>(props: FormDialogProps<T>) {
  const { open, title, description, wide, form, save, saved, onSaved, onClose, children } = props
  const { act = 'Save', actVariant = 'key', keepsTyped = false } = props
  const { errors, isSubmitting } = form.formState
  const refused = useRefused(form)
  const handleDone = () => {
    form.reset()
    onClose()
  }
  const handleSave = form.handleSubmit(async (typed) => {
    try {
      await save(typed)
      await onSaved()
      toastOk(saved)
      handleDone()
    } catch (error) {
      await refused(error)
    }
  })
  const handleClose = keepsTyped ? onClose : handleDone
  return (
    <Dialog
      open={open}
      onClose={handleClose}
      title={title}
      description={description}
      {...(wide && { wide })}
      onSubmit={handleSave}
      footer={
        <>
          <Button onClick={handleClose}>Cancel</Button>
          <Button type="submit" variant={actVariant} pending={isSubmitting}>
            {act}
          </Button>
        </>
      }
    >
      {children}
      <FormError>{errors.root?.message}</FormError>
    </Dialog>
  )
}
