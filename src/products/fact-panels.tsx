import type { ReactNode } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { KINDS, kindName } from '../fits/kinds.ts'
import { Field } from '../ui/field.tsx'
import { inOrder } from '../ui/in-order.ts'
import { TagsField } from '../ui/tags-field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { UnitField } from '../ui/unit-field.tsx'
import { AttributeFields } from './attribute-fields.tsx'
import { BreakFields } from './break-fields.tsx'
import type { TopCategory } from './contract.ts'
import { FACT_SECTIONS } from './fact-sections.ts'
import type { Fact, Facts } from './facts.ts'
import { LeafFields } from './leaf-fields.tsx'

export type FactPanelsProps = { categories: TopCategory[]; changed?: Fact[] }

/** The fields of Add A Product and of a product's page, a panel for each section, in the form around them. */
export function FactPanels({ categories, changed = [] }: FactPanelsProps) {
  const field = useFields(changed)
  const fields = [
    <FactFields key="facts" field={field} />,
    <CategoryFields key="category" field={field} categories={categories} />,
    <PriceFields key="price" field={field} />,
    <KindFields key="substitutes" />,
  ]
  return FACT_SECTIONS.map(({ id, name }, at) => (
    <Panel key={id} id={id} name={name}>
      {fields[at]}
    </Panel>
  ))
}

const Panel = ({ id, name, children }: { id: string; name: string; children: ReactNode }) => (
  <section className="panel top" aria-labelledby={id}>
    <div className="ph">
      <h2 id={id} tabIndex={-1}>
        {name}
      </h2>
    </div>
    <div className="pad form">{children}</div>
  </section>
)

type Plain = Exclude<Fact, 'attributes' | 'facts' | 'priceBreaks' | 'replaces' | 'substitutes' | 'fitsKinds' | 'leaf'>
type Fields = ReturnType<typeof useFields>
type FieldsProps = { field: Fields }

/** The properties of the field of a fact; a changed fact is marked beside its label. */
function useFields(changed: Fact[]) {
  const { register, formState } = useFormContext<Facts>()
  inOrder(register, ['name', 'number', 'maker', 'leadDays', 'replaces'])
  return (fact: Plain) => ({
    ...register(fact),
    autoComplete: 'off',
    className: changed.includes(fact) ? 'ch' : '',
    ...(formState.errors[fact]?.message && { error: formState.errors[fact].message }),
  })
}

const FactFields = ({ field }: FieldsProps) => (
  <>
    <Field label="Name" {...field('name')} />
    <div className="g3">
      <Field label="Part number" hint="as it stands on the part" {...field('number')} />
      <Field label="Maker" {...field('maker')} />
      <UnitField label="Lead time when out" unit="days" inputMode="numeric" {...field('leadDays')} />
    </div>
    <Numbers label="Old numbers" hint="Who searches one of these finds this part, and is told so." name="replaces" />
    <TextArea label="Description" rows={4} {...field('description')} />
    <Field
      label="Image"
      inputMode="url"
      hint="Address of a picture, best square. It lies on the plate as you see it in the preview."
      {...field('image')}
    />
    <div className="two-up">
      <Field label="Datasheet" inputMode="url" hint="Address of a document" {...field('datasheet')} />
      <UnitField label="Weight" unit="g" hint="of one piece" inputMode="numeric" {...field('weightGrams')} />
    </div>
  </>
)

function CategoryFields({ field, categories }: FieldsProps & { categories: TopCategory[] }) {
  const { control } = useFormContext<Facts>()
  return (
    <>
      <LeafFields categories={categories} />
      <Field label="Category" hint="The word on cards, such as Fans or Doors" {...field('category')} />
      <Controller
        control={control}
        name="attributes"
        render={({ field: { value, onChange }, fieldState }) => (
          <AttributeFields value={value} onChange={onChange} error={fieldState.error?.message} />
        )}
      />
    </>
  )
}

function PriceFields({ field }: FieldsProps) {
  const { control } = useFormContext<Facts>()
  return (
    <>
      <div className="g3">
        <UnitField label="Unit Price" unit="$" hint="for one minimum order" {...field('unitPrice')} />
        <UnitField
          label="Minimum Order"
          unit="pcs"
          hint="Another one ends the fixed prices of groups."
          inputMode="numeric"
          {...field('minOrder')}
        />
        <UnitField
          label="In a box"
          unit="pcs"
          hint="Quantities go up by it."
          inputMode="numeric"
          {...field('multiple')}
        />
      </div>
      <Controller
        control={control}
        name="priceBreaks"
        render={({ field: { value, onChange, ref } }) => <BreakFields value={value} onChange={onChange} ref={ref} />}
      />
    </>
  )
}

function KindFields() {
  const { register } = useFormContext<Facts>()
  return (
    <>
      <fieldset className="attrs">
        <legend>Kinds of appliance</legend>
        <p className="hint">A hint for who compares measures. Which models it fits is said model by model.</p>
        <div className="kindticks">
          {KINDS.map((kind) => (
            <label key={kind} className="tickline">
              <input type="checkbox" value={kind} {...register('fitsKinds')} />
              <span>{kindName(kind)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Numbers
        label="Substitutes"
        hint="Numbers of parts on sale, offered when this is out; each then names this one too."
        name="substitutes"
      />
    </>
  )
}

type NumbersProps = { label: string; hint: string; name: 'replaces' | 'substitutes' }

function Numbers({ name, ...texts }: NumbersProps) {
  const { control, formState } = useFormContext<Facts>()
  const faults = formState.errors[name]
  const error = faults?.message ?? (Array.isArray(faults) ? faults.find(Boolean)?.message : undefined)
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ref } }) => (
        <TagsField {...texts} {...(error && { error })} value={value} onChange={onChange} ref={ref} />
      )}
    />
  )
}

/** Registers itself, after the fields above it: the first faulty one of the page gets the focus. */
export function StockField({ isShort }: { isShort: boolean }) {
  const { register, formState } = useFormContext<{ stock: string }>()
  return (
    <Field
      label="Stock"
      hint={isShort ? 'Less than the minimum order: shown as sold out until more come.' : 'pieces'}
      inputMode="numeric"
      error={formState.errors.stock?.message}
      {...register('stock')}
    />
  )
}
