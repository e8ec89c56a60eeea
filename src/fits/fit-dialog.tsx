import { useState } from 'react'
import { type Control, Controller, type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form'
import { FormDialog } from '../accounts/session/form-dialog.tsx'
import { ask, client } from '../client.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { ProblemError } from '../wire/problem-error.ts'
import type { FitOfPart, ModelSummary } from './contract.ts'
import { ModelCombobox } from './model-combobox.tsx'
import { PlaceOptions } from './place-options.tsx'
import { positionName } from './places.ts'
import { rangeWords } from './shown-model.ts'

type FitDialogProps = {
  product: string
  fit: FitOfPart | 'new' | undefined
  draft: string | undefined
  onSaved: () => Promise<void>
  onClose: () => void
}
/** `position` is the place as `section/position`. */
type Typed = {
  model: string
  position: string
  quantity: string
  note: string
  fromSerial: string
  toSerial: string
}

const NEW: Typed = { model: '', position: '', quantity: '1', note: '', fromSerial: '', toSerial: '' }

const typedOf = ({ model, section, position, quantity, note, fromSerial, toSerial }: FitOfPart): Typed => ({
  ...{ model: model.number, position: `${section}/${position}`, quantity: `${quantity}`, note },
  ...{ fromSerial: fromSerial ?? '', toSerial: toSerial ?? '' },
})

const told = (fit: FitOfPart) =>
  [
    `${fit.model.maker} ${fit.model.number}`,
    positionName(fit.section, fit.position),
    `${fit.quantity} ${fit.quantity === 1 ? 'piece' : 'pieces'}`,
    rangeWords(fit) && `serial ${rangeWords(fit)}`,
    fit.note,
  ]
    .filter(Boolean)
    .join(', ')

/** Edits the position of a part in a model. A conflict shows the stored row and keeps what was typed. */
export function FitDialog({ product, fit, draft, onSaved, onClose }: FitDialogProps) {
  const form = useForm<Typed>({ defaultValues: fit && fit !== 'new' ? typedOf(fit) : NEW })
  const [chosen, setChosen] = useState<ModelSummary>()
  const [theirs, setTheirs] = useState<FitOfPart>()
  const { control, register, formState } = form
  const { errors } = formState
  const stored = fit && fit !== 'new' ? fit : undefined
  const kind = (chosen ?? stored?.model)?.kind

  const handleClose = () => {
    setChosen(undefined)
    setTheirs(undefined)
    onClose()
  }
  const save = async ({ position: place, ...typed }: Typed) => {
    const [section = '', position = ''] = place.split('/')
    const json = { ...typed, section, position }
    if (!stored) return ask(client.product[':id'].fits.$post({ param: { id: product }, json }))
    const version = (theirs ?? stored).version
    try {
      return await ask(client.fits[':id'].$put({ param: { id: stored._id }, json: { ...json, version } }))
    } catch (error) {
      if (error instanceof ProblemError && error.field === 'version') setTheirs(error.problem.current as FitOfPart)
      throw error
    }
  }
  return (
    <FormDialog
      wide
      open={fit !== undefined}
      title={stored ? 'Change the fit' : 'A model that it fits'}
      {...{ form, draft, save, onSaved }}
      onClose={handleClose}
      saved="The fit is saved."
    >
      <ModelField control={control} onChosen={setChosen} />
      <div className="two-up">
        <Select
          label="Place"
          error={errors.position?.message}
          {...register('position', { required: 'Choose a place' })}
        >
          <option value="">Choose a place</option>
          <PlaceOptions kind={kind} />
        </Select>
        <Field
          label="Pieces it needs"
          inputMode="numeric"
          autoComplete="off"
          error={errors.quantity?.message}
          {...register('quantity')}
        />
      </div>
      <SerialFields {...{ register, errors }} />
      <Field
        label="Note"
        hint="Stands beside the part on the model’s page"
        autoComplete="off"
        error={errors.note?.message}
        {...register('note')}
      />
      {theirs ? (
        <p className="s14" role="status">
          <b className="strong">Now saved:</b> {told(theirs)}. Save puts yours in its place.
        </p>
      ) : null}
    </FormDialog>
  )
}

type ModelFieldProps = { control: Control<Typed>; onChosen: (model: ModelSummary | undefined) => void }

const ModelField = ({ control, onChosen }: ModelFieldProps) => (
  <Controller
    control={control}
    name="model"
    rules={{ required: 'Enter the number of a model' }}
    render={({ field: { value, onChange }, fieldState: { error } }) => (
      <ModelCombobox
        label="Model"
        hint="Type some of its number"
        error={error?.message}
        value={value}
        onChange={(typed, model) => {
          onChange(typed)
          onChosen(model)
        }}
      />
    )}
  />
)

type SerialFieldsProps = { register: UseFormRegister<Typed>; errors: FieldErrors<Typed> }

const SerialFields = ({ register, errors }: SerialFieldsProps) => (
  <div className="two-up">
    <Field
      label="From serial number"
      placeholder="the first"
      hint="Empty: from the first that was built"
      inputMode="numeric"
      autoComplete="off"
      error={errors.fromSerial?.message}
      {...register('fromSerial')}
    />
    <Field
      label="To"
      placeholder="the last"
      hint="Empty: up to the last"
      inputMode="numeric"
      autoComplete="off"
      error={errors.toSerial?.message}
      {...register('toSerial')}
    />
  </div>
)
