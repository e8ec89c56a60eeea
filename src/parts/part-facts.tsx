import type { AttributeKind } from '../products/category.ts'
import type { Product } from '../products/contract.ts'
import { measureOf } from '../products/measure.ts'
import { KeyValues } from '../ui/key-values.tsx'
import { FileText } from '../ui/page-icons.tsx'
import { grouped } from '../wire/grouped.ts'

type PartFactsProps = { product: Product; kinds: AttributeKind[] }

/** What is known of a part: by the names of its category, then what its own page adds, weight and box. */
export function PartFacts({ product, kinds }: PartFactsProps) {
  return (
    <div className="panel top">
      <KeyValues className="duo2" rows={factsOf(product, kinds)} />
      {product.datasheet ? (
        <ul className="files">
          <li>
            <a href={product.datasheet}>
              <FileText />
              Datasheet
              <small>of the maker</small>
            </a>
          </li>
        </ul>
      ) : null}
    </div>
  )
}

function factsOf({ facts, attributes, weightGrams, multiple }: Product, kinds: AttributeKind[]) {
  const rows = kinds
    .filter(({ key }) => key in facts)
    .map(({ key, name, unit }) => ({ label: name, value: measureOf(facts[key] ?? '', unit) }))
  const own = Object.entries(attributes)
    .filter(([name]) => !rows.some(({ label }) => label.toLowerCase() === name.toLowerCase()))
    .map(([label, { value, unit }]) => ({ label, value: measureOf(value, unit) }))
  return [
    ...rows,
    ...own,
    ...(weightGrams ? [{ label: 'Weight', value: weightOf(weightGrams) }] : []),
    ...(multiple > 1 ? [{ label: 'Box of', value: measureOf(multiple, 'pcs') }] : []),
  ]
}

const weightOf = (grams: number) =>
  grams < 1000 ? measureOf(grams, 'g') : `${grouped(Math.round(grams / 10) / 100)}\u00a0kg`
