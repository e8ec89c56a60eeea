import { Link } from 'react-router'
import { useAppliances } from './appliances-here.ts'
import { kindName } from './kinds.ts'
import { modelPath } from './model-path.ts'

/** The appliances that this browser keeps, as a way to their pages; nothing where it keeps none. */
export function ApplianceLinks() {
  const { list } = useAppliances()
  if (list.length === 0) return null
  return (
    <section>
      <div className="head">
        <h2>Your appliances</h2>
      </div>
      <ul className="leaders long">
        {list.map(({ model, name }) => (
          <li key={model.slug}>
            <Link to={modelPath(model.slug)} prefetch="intent">
              {name || `${model.maker} ${model.number}`}
              <u />
              <span className="n">{kindName(model.kind)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
