import { data, href, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { ask } from '../../client.ts'
import { apiContext } from '../../document/api-context.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { ProblemError } from '../../wire/problem-error.ts'
import { fullName } from '../full-name.ts'
import { ProductFacts } from '../product-facts.tsx'
import { productPath } from '../product-path.ts'
import type { Route } from './+types/product.ts'

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: 'Not found · Parts House' }]
  const { product } = loaderData
  const title = `${fullName(product)} · Parts House`
  const path = productPath(product.slug)
  return pageMeta({ matches, title, description: product.description, path, image: product.img })
}

export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    return { product: await ask(context.get(apiContext).product[':id'].$get({ param: { id: params.id } })) }
  } catch (error) {
    if (error instanceof ProblemError) throw data(error.problem, { status: error.status || 503 })
    throw error
  }
}

/** The query holds what a buyer chose, which makes no other product. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate

/** A product for everybody. Its child route is the panel that sells it, and gets the product as the outlet's context. */
export default function ProductPage({ loaderData: { product } }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumb items={[{ label: 'Products', to: href('/products') }, { label: product.name }]} />
      <ProductFacts product={product}>
        <Outlet context={product} />
      </ProductFacts>
    </>
  )
}
