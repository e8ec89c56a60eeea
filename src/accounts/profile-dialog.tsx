import { useForm } from 'react-hook-form'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { changedIn } from '../ui/changed-in.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { olderThanSaved } from '../ui/newer-values.ts'
import { showUnder } from '../ui/show-under.ts'
import { toastOk } from '../ui/toast.ts'
import { useDraft } from '../ui/use-draft.ts'
import type { Profile } from './contract.ts'
import { refreshSession } from './session/session.ts'
import { useRefused } from './session/use-refused.ts'

type ProfileDialogProps = {
  open: boolean
  onOpen: () => void
  onClose: () => void
  onSaved: () => Promise<void>
  profile: Profile
}

const resolver = checkedBy(async () => (await import('./contract.ts')).UpdateProfile)

const asTyped = ({ education, location, phone, linkedin }: Profile) => ({
  education: education ?? '',
  location: location ?? '',
  phone: phone ?? '',
  linkedin: linkedin ?? '',
})

const useProfileForm = (profile: Profile) => useForm({ resolver, defaultValues: asTyped(profile) })

export function ProfileDialog({ open, onOpen, onClose, onSaved, profile }: ProfileDialogProps) {
  const form = useProfileForm(profile)
  const { handleSubmit, reset } = form
  const refused = useRefused(form, open)
  const { errors, isSubmitting, defaultValues } = form.formState
  useDraft(`profile ${profile._id}`, form, { onTaken: onOpen, newer: olderThanSaved })
  const handleClose = () => {
    if (!isSubmitting) reset()
    onClose()
  }

  const save = handleSubmit(async (typed) => {
    const sent = { ...form.getValues() }
    try {
      // The address may have changed in another tab since the profile was read.
      const { user } = await refreshSession()
      const param = { email: user?.email ?? profile.email }
      // Another tab may also have saved fields that were not changed here.
      const saved = asTyped(await ask(client.user[':email'].$get({ param })))
      const json = { ...saved, ...changedIn(typed, defaultValues) }
      await ask<unknown>(client.user[':email'].$put({ param, json }))
      await onSaved()
      const since = changedIn(form.getValues(), sent)
      showUnder(form, json, since)
      toastOk('Yay! edit Success')
      if (Object.keys(since).length === 0) onClose()
    } catch (error) {
      await refused(error)
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
      <TypedFields form={form} />
      <FormError>{errors.root?.message}</FormError>
    </Dialog>
  )
}

function TypedFields({ form }: { form: ReturnType<typeof useProfileForm> }) {
  const { register } = form
  const { errors } = form.formState
  return (
    <>
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
    </>
  )
}
