import '../part.css'
import '../comparison-table.css'
import { data, href, redirect } from 'react-router'
import { type ApiClient, ask } from '../../client.ts'
import { DAY } from '../../config/clock.ts'
import { apiContext } from '../../document/api-context.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { fullName } from '../../products/full-name.ts'
import { productPath } from '../../products/product-path.ts'
import { isSoldOut } from '../../products/quantity.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { dayOf } from '../../ui/format-time.ts'
import { ArrowRight } from '../../ui/icons.tsx'
import { later } from '../../ui/later.tsx'
import { Picture } from '../../ui/picture.tsx'
import { ProblemError } from '../../wire/problem-error.ts'
import { BuyBox } from '../buy-box.tsx'
import type { PartPage } from '../contract.ts'
import { PartFacts } from '../part-facts.tsx'
import { partJsonLd } from '../part-json-ld.ts'
import { PartSections } from '../part-sections.tsx'
import type { Route } from './+types/part.ts'

const RemovedPart = later(async () => (await import('../removed-part.tsx')).RemovedPart)

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: 'Not found · Parts House' }]
  const { page } = loaderData
  const { product, archivedAt } = page
  const about = {
    matches,
    title: `${fullName(product)} · Parts House`,
    description: product.description,
    path: productPath(product.slug),
    image: product.img,
  }
  return archivedAt ? pageMeta({ ...about, noindex: true }) : [...pageMeta(about), ...partJsonLd(page, matches)]
}

/** Any spelling of a number leads to the one address of its part, an old number with `?was=`; an archived part is gone. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const api = context.get(apiContext)
  const first = await orProblem(api.product[':id'].page.$get({ param: { id: params.slug } }))
  const further = await furtherOf(api, params.slug, searchParams)
  const page = { ...first, ...further }
  const { product, oldNumber, archivedAt } = page
  if (product.slug !== params.slug) {
    if (oldNumber) searchParams.set('was', oldNumber)
    const query = searchParams.size ? `?${searchParams}` : ''
    throw redirect(`${productPath(product.slug)}${query}`, 301)
  }
  const was = searchParams.get('was')
  const shown = {
    page,
    was: was === null ? undefined : product.replaces.find((old) => lettersOf(old) === lettersOf(was)),
    backBy: isSoldOut(product) && product.leadDays ? dayOf(after(product.leadDays)) : null,
    goneOn: archivedAt && dayOf(archivedAt),
    further: { reviews: 'reviews' in further, questions: 'questions' in further },
  }
  return archivedAt ? data(shown, { status: 410 }) : data(shown)
}

/** The older reviews or questions that an address names. */
async function furtherOf({ product }: ApiClient, id: string, asked: URLSearchParams) {
  const [reviews, questions] = [asked.get('reviews'), asked.get('questions')]
  const [one, of] = [product[':id'], (cursor: string) => ({ param: { id }, query: { cursor } })]
  return {
    ...(reviews && { reviews: await orProblem(one.reviews.$get(of(reviews))) }),
    ...(questions && { questions: await orProblem(one.questions.$get(of(questions))) }),
  }
}

async function orProblem<T>(asked: Parameters<typeof ask<T>>[0]) {
  try {
    return await ask<T>(asked)
  } catch (error) {
    if (error instanceof ProblemError) throw data(error.problem, { status: error.status || 503 })
    throw error
  }
}

const after = (days: number) => new Date(Date.now() + days * DAY).toISOString()

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** A part for everybody, signed in or not. */
export default function Part({ loaderData: { page, was, backBy, goneOn, further } }: Route.ComponentProps) {
  const { product, leaf } = page
  return (
    <>
      <Breadcrumb items={[...crumbsOf(page), { label: was ?? product.number ?? product.name }]} />
      {goneOn ? (
        <RemovedPart page={page} goneOn={goneOn} />
      ) : (
        <>
          {was ? <Instead was={was} is={product.number ?? product.name} /> : null}
          <div className="buy">
            <div className={isSoldOut(product) ? 'plate out' : 'plate'}>
              <Picture src={product.img} alt={`Drawing of the ${product.name}`} width={512} height={512} priority />
            </div>
            <BuyBox page={page} backBy={backBy} />
            <div className="about">
              <p className="soft">{product.description}</p>
              <PartFacts product={product} kinds={leaf?.attributes ?? []} />
            </div>
          </div>
          <PartSections page={page} further={further} />
        </>
      )}
    </>
  )
}

function crumbsOf({ top, leaf, product }: PartPage) {
  const within = (category: string) => `${href('/products')}?${new URLSearchParams({ category })}`
  const of = [top, leaf].flatMap((one) => (one ? [{ label: one.name, to: within(one.slug) }] : []))
  const named = product.category ? [{ label: product.category, to: within(product.category) }] : []
  return [{ label: 'Products', to: href('/products') }, ...(of.length ? of : named)]
}

/** An old number led here. */
const Instead = ({ was, is }: { was: string; is: string }) => (
  <div className="instead">
    <dl>
      <dt className="lab">You asked for</dt>
      <dd className="code">
        <s>{was}</s>
      </dd>
    </dl>
    <div className="to">
      <ArrowRight />
    </div>
    <dl>
      <dt className="lab">It is now</dt>
      <dd className="code">{is}</dd>
    </dl>
  </div>
)
