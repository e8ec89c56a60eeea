import { Controller, useFormContext } from 'react-hook-form'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { AttributeFields } from './attribute-fields.tsx'
import type { Facts } from './facts.ts'

/** The fields of Add A Product and of a product's page, for what both hold, in the form around them. */
export function FactFields() {
  const { register, control, formState } = useFormContext<Facts>()
  const { errors } = formState
  return (
    <>
      <Field label="Name" error={errors.name?.message} autoComplete="off" {...register('name')} />
      <div className="two-up">
        <Field
          label="Part number"
          hint="as it stands on the part"
          error={errors.number?.message}
          autoComplete="off"
          {...register('number')}
        />
        <Field
          label="Category"
          hint="such as Fans or Doors"
          error={errors.category?.message}
          autoComplete="off"
          {...register('category')}
        />
      </div>
      <div className="two-up">
        <Field
          label="Unit Price"
          hint="US dollars for one minimum order"
          inputMode="decimal"
          error={errors.unitPrice?.message}
          {...register('unitPrice')}
        />
        <Field
          label="Minimum Order"
          hint="pieces"
          inputMode="numeric"
          error={errors.minOrder?.message}
          {...register('minOrder')}
        />
      </div>
      <TextArea label="Description" rows={4} error={errors.description?.message} {...register('description')} />
      <Controller
        control={control}
        name="attributes"
        render={({ field: { value, onChange }, fieldState }) => (
          <AttributeFields value={value} onChange={onChange} error={fieldState.error?.message} />
        )}
      />
      <Field
        label="Image"
        inputMode="url"
        hint="Address of a picture, best square. It lies on the plate as you see it in the preview."
        error={errors.image?.message}
        {...register('image')}
      />
    </>
  )
}
