import type { Facts } from './facts.ts'
import { isPictureUrl } from './picture-url.ts'
import { CardFacts } from './product-card.tsx'

const NO_DRAWING = '/drawings/no-picture.svg'

/** The shop's own card, live, without its foot row. */
export function ProductPreview({ facts, stock }: { facts: Partial<Facts>; stock: number }) {
  const image = facts.image?.trim() ?? ''
  const product = {
    name: facts.name || 'Name',
    number: facts.number || null,
    description: facts.description || 'Description',
    img: isPictureUrl(image) ? image : NO_DRAWING,
    unitPrice: Number(facts.unitPrice) || 0,
    stock,
    minOrder: facts.minOrder ? Number(facts.minOrder) : Number.NaN,
  }
  return (
    <section aria-labelledby="preview">
      <h2 className="lab" id="preview">
        Preview
      </h2>
      <div className="still">
        <div className="card">
          <CardFacts product={product} />
        </div>
      </div>
    </section>
  )
}
