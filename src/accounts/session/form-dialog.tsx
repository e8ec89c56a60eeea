import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { isSame } from '../../ui/changed-in.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { takeDraft } from '../../ui/draft.ts'
import { draftsOf } from '../../ui/drafts-of.ts'
import { FormError } from '../../ui/form-error.tsx'
import { olderThanSaved, tellGone, tellUnsaved } from '../../ui/newer-values.ts'
import { toastOk } from '../../ui/toast.ts'
import { type Draft, useDraft } from '../../ui/use-draft.ts'
import { isMadeBefore, ProblemError } from '../../wire/problem-error.ts'
import { useSession } from './session.ts'
import { useRefused } from './use-refused.ts'
import { canLoadAfter } from './use-row-change.ts'

type FormDialogProps<T extends FieldValues> = {
  open: boolean
  title: string
  description?: string
  wide?: boolean
  form: UseFormReturn<T>
  /** The draft of `useOpened`. */
  draft: string | undefined
  /** Sends the typed values; a refusal appears at its field. */
  save: (typed: T) => Promise<unknown>
  saved: string
  /** Shows the change, or what a conflict is with; the dialog stays open until it has finished. */
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
  const { open, title, description, wide, form, draft, save, saved, onSaved, onClose, children } = props
  const { act = 'Save', actVariant = 'key', keepsTyped = false } = props
  const { errors, isSubmitting } = form.formState
  const refused = useRefused(form, open)
  const letGo = useDraftUntilClosed(open ? draft : undefined, form)
  const handleDone = () => {
    form.reset()
    onClose()
  }
  const handleSave = form.handleSubmit(async (typed) => {
    const sent = structuredClone(form.getValues())
    try {
      await save(typed)
      // It may have been opened again meanwhile, for the next.
      const isNext = keepsTyped && !isSame(form.getValues(), sent)
      if (!isNext) letGo()
      await onSaved()
      toastOk(saved)
      if (isNext) return onClose()
      tellUnsaved(form.getValues(), sent)
      handleDone()
    } catch (error) {
      await refused(error)
      // The page may not show yet what was in the way: somebody else's, or one's own whose answer was lost.
      const isOfInput = error instanceof ProblemError && error.status === 422 && !isMadeBefore(error)
      if (!isOfInput && (await canLoadAfter(error))) await onSaved()
    }
  })
  const handleClose = () => {
    // What is on its way stays a draft until it is known to be saved. Its errors are those of before, or of its refusal.
    if (isSubmitting && Object.keys(errors).length === 0) return onClose()
    letGo()
    if (keepsTyped) onClose()
    else handleDone()
  }
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

/** A form that was sent, or cancelled, stands filled while its dialog closes; the function lets its draft go before. */
function useDraftUntilClosed<T extends FieldValues>(draft: string | undefined, form: UseFormReturn<T>) {
  const isLetGo = useRef(false)
  const { getValues: typed } = form
  const getValues = useCallback(() => (isLetGo.current ? ({} as T) : typed()), [typed])
  useEffect(() => {
    if (draft) isLetGo.current = false
  }, [draft])
  useDraft<T>(draft, { ...form, getValues }, { newer: olderThanSaved })
  return () => {
    isLetGo.current = true
  }
}

type Opened = string | { _id: string }

const idOf = (opened: Opened) => (typeof opened === 'string' ? opened : opened._id)

/** One of the rows by its id, or a new one; null when the rows are all that there are, and it is gone. */
export const newOr =
  <Row extends { _id: string }>(rows: Row[], areAll = true) =>
  (id: string) =>
    id === 'new' ? id : (rows.find(({ _id }) => _id === id) ?? (areAll ? null : undefined))

/**
 * What a dialog is open for, by its id. A dialog whose page was left with something typed, such as by the end of the
 * session, opens again once its user is known; what was typed for one that is gone, null, is told and is no draft any more.
 * `draft` names what is typed in it, and is its key: each form begins anew.
 */
export function useOpened<T extends Opened>(what: string, find: (id: string) => T | null | undefined) {
  const { status } = useSession()
  const [state, setState] = useState<{ opened: T }>()
  const now = useRef(find)
  useEffect(() => {
    now.current = find
  })
  useEffect(() => {
    if (status !== 'in') return
    const found = draftsOf(`${what} `).flatMap((name) => {
      const one = now.current(name.slice(what.length + 1))
      if (one === null) tellGone(takeDraft<Draft>(name)?.changes ?? {})
      return one ?? []
    })
    const [first] = found
    if (first) setState((before) => before ?? { opened: first })
  }, [status, what])
  return {
    opened: state?.opened,
    open: (opened: T) => setState({ opened }),
    /** A late answer closes no other dialog that was opened since. */
    close: () => setState((is) => (is === state ? undefined : is)),
    draft: state && `${what} ${idOf(state.opened)}`,
  }
}
