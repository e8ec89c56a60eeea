import { data, href, Outlet, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { type ApiClient, ask } from '../../client.ts'
import { apiContext } from '../../document/api-context.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { fullName } from '../../products/full-name.ts'
import { productPath } from '../../products/product-path.ts'
import { useOffer } from '../../sums/use-offer.ts'
import { later } from '../../ui/later.tsx'
import { ProblemError } from '../../wire/problem-error.ts'
import { PurchaseFacts } from '../purchase-facts.tsx'
import type { Route } from './+types/purchase.ts'

const Breadcrumb = later(async () => (await import('../../ui/breadcrumb.tsx')).Breadcrumb)
const OwnPrice = later(async () => (await import('../../sums/own-price.tsx')).default)

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: 'Not found · Parts House' }]
  const { product } = loaderData
  const title = `${fullName(product)} · Parts House`
  const path = productPath(product.slug)
  return pageMeta({ matches, title, description: product.description, path, image: product.img })
}

/** A part number, in any spelling, leads to the one address of its product. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const product = await productOf(context.get(apiContext), params.id)
  if (product._id !== params.id)
    throw redirect(href('/purcess/:id', { id: product._id }) + new URL(request.url).search, 301)
  return { product }
}

async function productOf(api: ApiClient, id: string) {
  try {
    return await ask(api.product[':id'].$get({ param: { id } }))
  } catch (error) {
    if (error instanceof ProblemError) throw data(error.problem, { status: error.status || 503 })
    throw error
  }
}

/** The query holds what the buyer chose and does not change the product. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate

/**
 * A product's page, the same for everybody. Its child route is the panel that sells it, and gets the product as the
 * outlet's context.
 */
export default function Purchase({ loaderData: { product } }: Route.ComponentProps) {
  const { offer, prices } = useOffer(product)
  return (
    <>
      <Breadcrumb items={[{ label: 'Products', to: href('/products') }, { label: product.name }]} />
      {prices.hasGroups || prices.hasTax ? <OwnPrice listed={product} prices={prices} /> : null}
      <PurchaseFacts offer={offer}>
        <Outlet context={product} />
      </PurchaseFacts>
    </>
  )
}
