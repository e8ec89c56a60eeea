import { Link } from 'react-router'
import { kindName } from '../fits/kinds.ts'
import { productPath } from '../products/product-path.ts'
import { later } from '../ui/later.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { grouped } from '../wire/grouped.ts'
import type { PartPage } from './contract.ts'

const FittingModels = later(async () => (await import('./fitting-models.tsx')).FittingModels)
const HowToTest = later(async () => (await import('./how-to-test.tsx')).HowToTest)
const PartReviewsSection = later(async () => (await import('../reviews/part-reviews-section.tsx')).PartReviewsSection)
const QuestionsSection = later(async () => (await import('../questions/questions-section.tsx')).QuestionsSection)
const ChangedWithIt = later(async () => (await import('../carts/goes-with.tsx')).ChangedWithIt)
const ComparedSubstitutes = later(async () => (await import('./compared-substitutes.tsx')).ComparedSubstitutes)

type PartSectionsProps = { page: PartPage; further: { reviews: boolean; questions: boolean } }

/** What is to be read of a part under its price, each only where there is something. */
export function PartSections({ page, further }: PartSectionsProps) {
  const { product, tests, substitutes, goesWith, models, modelCount, leaf, reviews, questions } = page
  const { replaces } = product
  const tabs = [
    { label: 'How to test it', to: '#test', isThere: tests.length > 0 },
    { label: 'Replaces', to: '#replaces', count: replaces.length, isThere: replaces.length > 0 },
    { label: 'Substitutes', to: '#subs', count: substitutes.length, isThere: substitutes.length > 0 },
    { label: 'Models', to: '#models', count: modelCount, isThere: true },
    { label: 'Reviews', to: '#reviews', count: reviews.rating.count, isThere: true },
    { label: 'Questions', to: '#questions', count: questions.count, isThere: true },
  ]
  return (
    <>
      <Tabs label="On this page" className="scroll mt-12 mb-8" items={tabs.filter(({ isThere }) => isThere)} />
      <div className={tests.length && (replaces.length || goesWith.length) ? 'halves' : undefined}>
        {tests.length ? <HowToTest tests={tests} /> : null}
        <div>
          {replaces.length ? <Replaces numbers={replaces} slug={product.slug} /> : null}
          {goesWith.length ? <ChangedWithIt items={goesWith} /> : null}
        </div>
      </div>
      {substitutes.length ? (
        <section id="subs">
          <div className="head">
            <h2>Substitutes, side by side</h2>
          </div>
          <ComparedSubstitutes product={product} substitutes={substitutes} leaf={leaf} />
        </section>
      ) : null}
      {modelCount ? <FittingModels models={models} count={modelCount} /> : <NoModels kinds={product.fitsKinds} />}
      <PartReviewsSection slug={product.slug} page={reviews} isFurther={further.reviews} />
      <QuestionsSection slug={product.slug} page={questions} isFurther={further.questions} />
    </>
  )
}

function Replaces({ numbers, slug }: { numbers: string[]; slug: string }) {
  return (
    <section id="replaces">
      <div className="head">
        <h2>What it replaces</h2>
        <span className="more soft">
          {grouped(numbers.length)} {numbers.length === 1 ? 'number' : 'numbers'}
        </span>
      </div>
      <p className="s14 soft mb-4">Type any of these anywhere in the shop and you come here.</p>
      <ul className="olds code">
        {numbers.map((number) => (
          <li key={number}>
            <Link to={`${productPath(slug)}?${new URLSearchParams({ was: number })}`}>{number}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** No row names a model: kinds of appliance are a hint, never a fit. */
function NoModels({ kinds }: { kinds: string[] }) {
  return (
    <section id="models">
      <div className="head">
        <h2>Models it fits</h2>
      </div>
      <p className="soft">
        {kinds.length
          ? `Universal, made for: ${kinds.map((kind) => kindName(kind).toLowerCase()).join(', ')}. Check the measures.`
          : 'No model is in our list for this part. Check the measures.'}
      </p>
    </section>
  )
}
