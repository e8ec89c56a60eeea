import { Link } from 'react-router'
import type { Product } from '../products/contract.ts'
import { fullName } from '../products/full-name.ts'
import { productPath } from '../products/product-path.ts'
import { comparePath, MOST_COMPARED } from '../search/compared.ts'
import { classes } from '../ui/classes.ts'
import { X } from '../ui/page-icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { AnotherPart, type AnotherPartProps } from './another-part.tsx'
import { isAway } from './compared-rows.tsx'

/** The parts at the heads of their columns, each with what takes it away, and the place for one more. */
export function ComparedHead({ parts, another }: { parts: Product[]; another: AnotherPartProps }) {
  const slugs = parts.map(({ slug }) => slug)
  return (
    <thead>
      <tr>
        <td />
        {parts.map((part, at) => (
          <th key={part._id} scope="col" className={classes(isAway(at))}>
            <div>
              <div className="plate">
                <Picture src={part.img} alt="" width={160} height={160} priority={at === 0} />
              </div>
              <div className="txt">
                <Link to={productPath(part.slug)}>{part.name}</Link>
                <span className="code">{[part.number, part.maker].filter(Boolean).join(', ')}</span>
              </div>
            </div>
            <Link
              className="xx"
              to={comparePath(slugs.filter((slug) => slug !== part.slug))}
              aria-label={`Take ${fullName(part)} away`}
              preventScrollReset
            >
              <X />
            </Link>
          </th>
        ))}
        {parts.length < MOST_COMPARED ? (
          <td className="away p-0">
            <div className="slot">
              <AnotherPart {...another} />
            </div>
          </td>
        ) : null}
      </tr>
    </thead>
  )
}
