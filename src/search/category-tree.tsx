import { Link } from 'react-router'
import { grouped } from '../wire/grouped.ts'
import { chosenCategory, inCategory } from './chosen.ts'
import type { Facets } from './contract.ts'

type TreeProps = { categories: Facets['categories']; params: URLSearchParams }

/** The top categories with their counts; the chosen one is expanded. */
export function CategoryTree({ categories, params }: TreeProps) {
  const { category, top } = chosenCategory(categories, params)
  const open = (top ?? category)?.slug
  return (
    <nav className="tree" aria-label="Categories">
      {categories
        .filter((one) => one.top === null)
        .map((one) => (
          <div key={one.slug}>
            <Branch branch={one} params={params} isOpen={one.slug === open} />
            {one.slug === open ? (
              <div className="in1">
                {categories
                  .filter((leaf) => leaf.top === one.slug)
                  .map((leaf) => (
                    <Branch key={leaf.slug} branch={leaf} params={params} />
                  ))}
              </div>
            ) : null}
          </div>
        ))}
    </nav>
  )
}

type BranchProps = { branch: Facets['categories'][number]; params: URLSearchParams; isOpen?: boolean }

function Branch({ branch: { slug, name, count }, params, isOpen }: BranchProps) {
  const isChosen = params.get('category') === slug
  return (
    <Link
      to={`?${inCategory(params, slug)}`}
      className={isOpen ? 'open' : undefined}
      aria-current={isChosen ? 'page' : undefined}
    >
      <span>{name}</span>
      <span className="n">{grouped(count)}</span>
    </Link>
  )
}
