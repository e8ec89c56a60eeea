import { useState } from 'react'
import { type Control, Controller, type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form'
import { FormDialog } from '../accounts/session/form-dialog.tsx'
import { useTheirs } from '../accounts/session/use-theirs.tsx'
import { ask, client } from '../client.ts'
import { madeOnce } from '../made-once.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import type { FitOfPart, ModelSummary } from './contract.ts'
import { ModelCombobox } from './model-combobox.tsx'
import { PlaceOptions } from './place-options.tsx'
import { positionName } from './places.ts'

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
const NAMES: Typed = {
  ...{ model: 'Model', position: 'Place', quantity: 'Pieces it needs', note: 'Note' },
  ...{ fromSerial: 'From serial number', toSerial: 'To' },
}

const typedOf = ({ model, section, position, quantity, note, fromSerial, toSerial }: FitOfPart): Typed => ({
  ...{ model: model.number, position: `${section}/${position}`, quantity: `${quantity}`, note },
  ...{ fromSerial: fromSerial ?? '', toSerial: toSerial ?? '' },
})

const placeIn = (value: string): [string, string] => {
  const [section = '', position = ''] = value.split('/')
  return [section, position]
}
const textOf = (field: keyof Typed, value: string) => (field === 'position' ? positionName(...placeIn(value)) : value)

/** Edits the position of a part in a model. A conflict shows the stored row and keeps what was typed. */
export function FitDialog({ product, fit, draft, onSaved, onClose }: FitDialogProps) {
  const form = useForm<Typed>({ defaultValues: fit && fit !== 'new' ? typedOf(fit) : NEW })
  const [chosen, setChosen] = useState<ModelSummary>()
  const { base, change, shown } = useTheirs({ form, row: fit, typedOf, names: NAMES, textOf })
  const { control, register, formState } = form
  const { errors } = formState
  const kind = (chosen ?? base?.model)?.kind

  const save = ({ position: place, ...typed }: Typed) => {
    const [section, position] = placeIn(place)
    const json = { ...typed, section, position }
    return fit && fit !== 'new'
      ? change(fit, (version) => ask(client.fits[':id'].$put({ param: { id: fit._id }, json: { ...json, version } })))
      : ask(client.product[':id'].fits.$post({ param: { id: product }, json }, madeOnce))
  }
  return (
    <FormDialog
      wide
      open={fit !== undefined}
      title={base ? 'Change the fit' : 'A model that it fits'}
      {...{ form, draft, save, onSaved, onClose }}
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
      {shown}
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
