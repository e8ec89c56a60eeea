import type { ComponentProps } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { UnitField } from '../ui/unit-field.tsx'
import { useFocusIn } from '../ui/use-focus-in.ts'
import type { AttributeKind } from './category.ts'
import type { TopCategory } from './contract.ts'
import type { Facts } from './facts.ts'

type LeafFieldsProps = { categories: TopCategory[] }

/** The category of the tree, and a field for each thing that is known of its parts. */
export function LeafFields({ categories }: LeafFieldsProps) {
  const { control, setValue, getFieldState, formState } = useFormContext<Facts>()
  const [leaf, facts] = useWatch({ control, name: ['leaf', 'facts'] })
  const kindsOf = (slug: string) =>
    categories.flatMap(({ children }) => children).find((one) => one.slug === slug)?.attributes ?? []
  const kinds = kindsOf(leaf ?? '')
  const { ref } = useController({ control, name: 'facts' }).field
  const box = useFocusIn<HTMLDivElement>(ref, () => placeOf(kinds, getFieldState('facts').error?.message))
  const put = (next: Facts['facts']) => setValue('facts', next, { shouldDirty: true })
  const handleLeaf = (slug: string) => {
    const keys = kindsOf(slug).map(({ key }) => key)
    setValue('leaf', slug, { shouldDirty: true })
    put(Object.fromEntries(Object.entries(facts).filter(([key]) => keys.includes(key))))
  }
  const message = formState.errors.facts?.message
  const error = typeof message === 'string' ? message : undefined
  return (
    <>
      <TreeSelect
        categories={categories}
        error={formState.errors.leaf?.message}
        value={leaf ?? ''}
        onChange={(event) => handleLeaf(event.target.value)}
      />
      <div className="g3" ref={box}>
        {kinds.map((kind) => (
          <FactField
            key={kind.key}
            kind={kind}
            {...(isOf(kind, error) && { error })}
            value={String(facts[kind.key] ?? '')}
            onChange={(value) => put({ ...facts, [kind.key]: value })}
          />
        ))}
      </div>
      {error && !kinds.some((kind) => isOf(kind, error)) ? <p className="err">{error}</p> : null}
    </>
  )
}

type TreeSelectProps = LeafFieldsProps & Omit<ComponentProps<typeof Select>, 'label' | 'hint' | 'children'>

const TreeSelect = ({ categories, ...select }: TreeSelectProps) => (
  <Select
    label="Place in the tree"
    hint="Another place asks for its own facts; values with the same key stay."
    {...select}
  >
    <option value="">None</option>
    {categories.map(({ slug, name, children }) => (
      <optgroup key={slug} label={name}>
        {children.map((one) => (
          <option key={one.slug} value={one.slug}>
            {one.name}
          </option>
        ))}
      </optgroup>
    ))}
  </Select>
)

/** Whether a refusal names this fact. */
const isOf = ({ name }: AttributeKind, message: unknown) => String(message).startsWith(`${name}: `)

/** The place of the fact that a refusal names, the first one where it names none. */
const placeOf = (kinds: AttributeKind[], message: unknown) =>
  Math.max(
    0,
    kinds.findIndex((kind) => isOf(kind, message)),
  )

type FactFieldProps = { kind: AttributeKind; value: string; error?: string; onChange: (value: string) => void }

function FactField({ kind: { name, unit, type, values = [] }, value, error, onChange }: FactFieldProps) {
  if (type === 'choice')
    return (
      <Select label={name} {...(error && { error })} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Not known</option>
        {values.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
    )
  const field = { label: name, value, autoComplete: 'off', ...(error && { error }) } as const
  if (type === 'number') {
    return <UnitField {...field} unit={unit} onChange={(event) => onChange(event.currentTarget.value)} />
  }
  return <Field {...field} onChange={(event) => onChange(event.currentTarget.value)} />
}
