import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { toastOk } from '../ui/toast.ts'
import { useDraft } from '../ui/use-draft.ts'
import { ProblemError } from '../wire/problem-error.ts'
import type { Profile } from './contract.ts'
import { useSessionLost } from './session/session-lost.ts'

type ProfileDialogProps = {
  open: boolean
  onOpen: () => void
  onClose: () => void
  onSaved: () => Promise<void>
  profile: Profile
}

const resolver = checkedBy(async () => (await import('./contract.ts')).UpdateProfile)
const FIELDS = ['education', 'location', 'phone', 'linkedin'] as const

const asTyped = ({ education, location, phone, linkedin }: Profile) => ({
  education: education ?? '',
  location: location ?? '',
  phone: phone ?? '',
  linkedin: linkedin ?? '',
})

export function ProfileDialog({ open, onOpen, onClose, onSaved, profile }: ProfileDialogProps) {
  const sessionLost = useSessionLost()
  const [refusal, setRefusal] = useState('')
  const form = useForm({ resolver, defaultValues: asTyped(profile) })
  const { register, handleSubmit, setError, reset } = form
  const { errors, isSubmitting } = form.formState
  useDraft(`profile ${profile._id}`, form, { onTaken: onOpen })
  const handleClose = () => {
    reset()
    onClose()
  }

  const save = handleSubmit(async (json) => {
    setRefusal('')
    try {
      await ask<unknown>(client.user[':email'].$put({ param: { email: profile.email }, json }))
      await onSaved()
      reset(json)
      toastOk('Yay! edit Success')
      onClose()
    } catch (error) {
      if (await sessionLost(error)) return
      const field = error instanceof ProblemError ? FIELDS.find((name) => name === error.field) : undefined
      const message = error instanceof ProblemError ? error.message : 'That did not work. Try again.'
      if (field) setError(field, { message }, { shouldFocus: true })
      else setRefusal(message)
    }
  })

  return (
    <Dialog
      open={open}
      onClose={handleClose}
      title="Update Profile"
      wide
      onSubmit={save}
      footer={
        <>
          <Button onClick={handleClose}>Cancel</Button>
          <Button type="submit" variant="key" pending={isSubmitting}>
            Update Profile
          </Button>
        </>
      }
    >
      <div className="two pf gap-4">
        <Field label="Name" value={profile.name} disabled readOnly />
        <Field label="Email" value={profile.email} disabled readOnly />
      </div>
      <Field label="Education" autoComplete="off" {...register('education')} error={errors.education?.message} />
      <Field
        label="Location"
        autoComplete="address-level2"
        {...register('location')}
        error={errors.location?.message}
      />
      <Field
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...register('phone')}
        error={errors.phone?.message}
      />
      <Field
        label="Linkedin"
        type="url"
        autoComplete="url"
        placeholder="https://www.linkedin.com/in/..."
        {...register('linkedin')}
        error={errors.linkedin?.message}
      />
      <FormError>{refusal}</FormError>
    </Dialog>
  )
}
