import '../find-model.css'
import { href, Link } from 'react-router'
import { ask } from '../../client.ts'
import { apiContext } from '../../document/api-context.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { useMyAppliance } from '../appliances-here.ts'
import { KINDS } from '../kinds.ts'
import { orRefusal } from '../model-loader.ts'
import { modelPath, modelsPath, symptomPath } from '../model-path.ts'
import type { Route } from './+types/symptoms.ts'

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'What is wrong with it? · Parts House',
    description:
      'What a refrigerator or freezer does wrong: what to check for nothing first, then the likely causes with their parts.',
    path: href('/symptoms'),
  })

export const loader = async ({ context }: Route.LoaderArgs) => ({
  complaints: await orRefusal(ask(context.get(apiContext).symptoms.$get())),
})

/** All complaints; each leads to the chosen appliance, or to the model finder. */
export default function Symptoms({ loaderData: { complaints } }: Route.ComponentProps) {
  const mine = useMyAppliance()?.model
  const here = mine ? complaints.filter(({ kinds }) => kinds.includes(mine.kind)) : complaints
  return (
    <>
      <h1>What is wrong with it?</h1>
      <p className="soft mt-2 mb-8 max-w-[62ch]">
        First what costs nothing, then the likely causes in their order, with how to test each and the part.{' '}
        {mine ? (
          <>
            For your{' '}
            <Link to={modelPath(mine.slug)}>
              {mine.maker} {mine.number}
            </Link>
            .
          </>
        ) : (
          'The model decides which causes there can be, so we ask for it next.'
        )}
      </p>
      <ul className="leaders one">
        {here.map(({ slug, name, kinds }) => (
          <li key={slug}>
            <Link to={mine ? symptomPath(mine.slug, slug) : modelsPath({ symptom: slug })} prefetch="intent">
              {name}
              <u />
              <span className="n">{kinds.length === KINDS.length ? 'any kind' : `${kinds.length} kinds`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
