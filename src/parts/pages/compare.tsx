import '../compare.css'
import '../comparison-table.css'
import { href, Link, redirect } from 'react-router'
import { AddForm, AddQuantity } from '../../carts/add-form.tsx'
import { type ApiClient, ask } from '../../client.ts'
import { apiContext } from '../../document/api-context.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { useMyAppliance } from '../../fits/appliances-here.ts'
import { FitStatus } from '../../fits/fit-mark.tsx'
import { useFits } from '../../fits/use-fit.ts'
import type { Product } from '../../products/contract.ts'
import { isSoldOut } from '../../products/quantity.ts'
import { comparePath, MOST_COMPARED } from '../../search/compared.ts'
import { useOwnPrices } from '../../sums/use-own-prices.ts'
import { useTaxWord } from '../../sums/use-tax-word.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { classes } from '../../ui/classes.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import { AnotherPart } from '../another-part.tsx'
import { ComparedHead } from '../compared-head.tsx'
import {
  type ComparedRow,
  ComparedRows,
  differs,
  differsOnPhone,
  isAway,
  measuresOf,
  NARROW,
  pricesOf,
  stocksOf,
} from '../compared-rows.tsx'
import type { Route } from './+types/compare.ts'

const LONGEST = 100

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `${headingOf(loaderData)} · Parts House`,
    description: 'Parts beside each other, with what differs.',
    path: href('/compare'),
    noindex: true,
  })

/** Any spelling of a number is taken; the address that stays names each part once, by its slug, with commas between. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const typed = searchParams.getAll('p').flatMap((names) => names.split(','))
  const names = [...new Set(typed.map((name) => name.trim().slice(0, LONGEST)).filter(Boolean))].slice(0, MOST_COMPARED)
  const client = context.get(apiContext)
  const [categories, ...asked] = await Promise.all([
    ask(client.categories.$get()),
    ...names.map((name) => partNamed(client, name)),
  ])
  const parts = [...new Map(asked.flatMap((part) => (part ? [[part._id, part] as const] : []))).values()]
  const unknown = names.filter((_, at) => !asked[at])
  const address = parts.map(({ slug }) => slug).join(',')
  if (unknown.length === 0 && searchParams.has('p') && address !== searchParams.getAll('p').join()) {
    throw redirect(parts.length ? comparePath(parts.map(({ slug }) => slug)) : href('/compare'))
  }
  const leaves = categories.flatMap(({ children }) => children)
  const used = leaves.filter(({ slug }) => parts.some(({ leaf }) => leaf === slug))
  return { parts, unknown, used, leaf: used.length === 1 && parts.every(({ leaf }) => leaf) ? used[0] : undefined }
}

type Loaded = Awaited<ReturnType<typeof loader>>

async function partNamed(client: ApiClient, id: string) {
  try {
    return await ask(client.product[':id'].$get({ param: { id } }))
  } catch (error) {
    if (error instanceof ProblemError && error.status < 500) return undefined
    throw error
  }
}

function headingOf(loaded: Loaded | undefined) {
  const count = loaded?.parts.length ?? 0
  if (count < NARROW) return 'Compare parts'
  return `Compare ${count} ${loaded?.leaf?.name.toLowerCase() ?? 'parts'}`
}

/** Up to four parts in columns, for everybody; its address can be sent to somebody else. */
export default function Compare({ loaderData }: Route.ComponentProps) {
  const { unknown, used, leaf } = loaderData
  const parts = useOwnPrices(loaderData.parts)
  const fit = useFitRow(parts)
  const taxWord = useTaxWord()
  const groups = [
    { name: 'Fit', rows: fit ? [fit] : [] },
    { name: 'Measures', rows: [...measuresOf(parts, used), replacedBy(parts)] },
    { name: `Price and stock${taxWord}`, rows: parts.length ? [...pricesOf(parts), ...stocksOf(parts)] : [] },
  ].filter(({ rows }) => rows.length > 0)
  const rows = groups.flatMap((group) => group.rows)
  const category = leaf ? [{ label: leaf.name, to: `${href('/products')}?category=${leaf.slug}` }] : []
  const slugs = parts.map(({ slug }) => slug)
  const another = { slugs, typed: unknown.join(', ') }
  return (
    <>
      <Breadcrumb items={[{ label: 'Products', to: href('/products') }, ...category, { label: 'Compare' }]} />
      <h1 className="mb-4">{headingOf(loaderData)}</h1>
      {parts.length === 0 ? (
        <div className="panel">
          <div className="pad">
            <p className="soft mb-4">Type a part number, or tick Compare beside parts in a list.</p>
            <AnotherPart {...another} />
          </div>
        </div>
      ) : (
        <>
          <div className="tools border-t-2 border-ink pt-3">
            <label className="tick">
              <input type="checkbox" />
              <span>Only what differs</span>
            </label>
            <span className="count">
              <span className="max-[639px]:hidden">{rows.filter(differs).length}</span>
              <span className="min-[640px]:hidden">{rows.filter(differsOnPhone).length}</span> of {rows.length} rows
              differ; strong is what differs from the first
            </span>
          </div>
          <WhichTwo parts={parts} />
          <div className="tablebox">
            <table className="cmp">
              <caption className="vh">Parts side by side</caption>
              <ComparedHead parts={parts} another={another} />
              <tbody>
                {groups.map(({ name, rows }) => (
                  <Group key={name} name={name} rows={rows} parts={parts} />
                ))}
                <tr className="buyrow">
                  <th scope="row">
                    <span className="vh">Cart</span>
                  </th>
                  {parts.map((part, at) => (
                    <td key={part._id} className={classes(isAway(at))}>
                      {isSoldOut(part) ? (
                        'Sold out'
                      ) : (
                        <AddForm part={part} className="flex gap-2">
                          <AddQuantity part={part} />
                        </AddForm>
                      )}
                    </td>
                  ))}
                  {parts.length < MOST_COMPARED ? <td className="away" /> : null}
                </tr>
              </tbody>
            </table>
          </div>
          {parts.length < MOST_COMPARED ? (
            <div className="slot below">
              <AnotherPart {...another} />
            </div>
          ) : null}
        </>
      )}
    </>
  )
}

type GroupProps = { name: string; rows: ComparedRow[]; parts: Product[] }

const Group = ({ name, rows, parts }: GroupProps) => (
  <>
    <tr className="grp">
      <th scope="rowgroup" colSpan={Math.min(parts.length + 2, MOST_COMPARED + 1)}>
        {name}
      </th>
    </tr>
    <ComparedRows rows={rows} parts={parts} hasPlace={parts.length < MOST_COMPARED} />
  </>
)

/** The old numbers of each part. */
const replacedBy = (parts: Product[]): ComparedRow => ({
  label: 'Replaces',
  words: parts.map(({ replaces: [first, ...more] }) =>
    first ? `${first}${more.length ? ` and ${more.length} more` : ''}` : 'none',
  ),
})

/** Whether each part fits the chosen appliance; nothing without one. */
function useFitRow(parts: Product[]): ComparedRow | undefined {
  const mine = useMyAppliance()
  const fits = useFits(parts.map(({ _id }) => _id))
  if (!mine || !fits) return undefined
  const { maker, number } = mine.model
  return {
    label: `Your ${maker} ${number}`,
    words: fits,
    cells: fits.map((fit, at) => <FitStatus key={parts[at]?._id} fit={fit} />),
  }
}

/** In a narrow window the two that stand beside each other: a link puts another one beside the second. */
function WhichTwo({ parts }: { parts: Product[] }) {
  if (parts.length <= NARROW) return null
  const slugs = parts.map(({ slug }) => slug)
  const inOrder = [...parts].sort((a, b) => (a.number ?? a.name).localeCompare(b.number ?? b.name))
  const withShown = (slug: string) => [slugs[1] ?? '', slug, ...slugs.filter((one, at) => at !== 1 && one !== slug)]
  return (
    <nav className="views whichtwo" aria-label="Which two">
      {inOrder.map(({ slug, number, name }) => {
        const isShown = slugs.indexOf(slug) < NARROW
        return (
          <Link
            key={slug}
            to={comparePath(isShown ? slugs : withShown(slug))}
            aria-current={isShown || undefined}
            preventScrollReset
            replace
          >
            {number ?? name}
          </Link>
        )
      })}
    </nav>
  )
}
