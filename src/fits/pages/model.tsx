import '../find-model.css'
import '../parts.css'
import '../plate.css'
import '../section.css'
import { memo, useCallback, useState, useSyncExternalStore } from 'react'
import { href, Link, useLocation, useNavigate } from 'react-router'
import { ask } from '../../client.ts'
import { apiContext } from '../../document/api-context.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { askPath } from '../../products/product-path.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Still } from '../../ui/still.tsx'
import { KeepButton } from '../keep-button.tsx'
import { kindName } from '../kinds.ts'
import { breadcrumbJsonLd } from '../model-json-ld.ts'
import { atItsAddress, orRefusal } from '../model-loader.ts'
import { modelPath, modelsPath, symptomPath } from '../model-path.ts'
import { SectionCut, type SectionCutProps } from '../model-section.tsx'
import { PlateBlock } from '../plate-block.tsx'
import { SerialField } from '../serial-field.tsx'
import { rangesOf, type ShownModel, toShownModel } from '../shown-model.ts'
import { useToldSerial } from '../use-told-serial.ts'
import type { Route } from './+types/model.ts'

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: 'Not found · Parts House' }]
  const { maker, number, kind, slug, sections } = loaderData.model
  const name = `${maker} ${number}`
  const count = sections.flatMap(({ positions }) => positions).length
  return [
    ...pageMeta({
      matches,
      title: `${name} parts · Parts House`,
      description: `${kindName(kind)} ${name}: ${count} places with their parts, prices and stock, in drawings with numbers, and what to do when it does not work.`,
      path: modelPath(slug),
    }),
    breadcrumbJsonLd(
      [
        { name: 'Models', path: href('/models') },
        { name: maker, path: modelsPath({ maker }) },
        { name: number, path: modelPath(slug) },
      ],
      matches,
    ),
  ]
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const call = context.get(apiContext).models[':number'].$get({ param: { number: params.number } })
  const model = await orRefusal(ask(call))
  atItsAddress(request, modelPath(model.slug))
  return { model: toShownModel(model) }
}

export default function ModelPage({ loaderData: { model } }: Route.ComponentProps) {
  const { serial, told, tell, noteWanted } = useToldSerial(model)
  const ranges = rangesOf(model.sections)
  const { maker, number, kind, slug } = model
  return (
    <>
      <Breadcrumb
        items={[
          { label: 'Models', to: href('/models') },
          { label: maker, to: modelsPath({ maker }) },
          { label: number },
        ]}
      />
      <div className="titled">
        <h1>
          {maker} {number}
        </h1>
        <div className="acts">
          <a className="btn ink" href="#symptoms">
            It does not work
          </a>
          <KeepButton
            appliance={{ model: { maker, number, kind, slug }, serial: told?.isExact ? told.serial : '', name: '' }}
          />
        </div>
      </div>
      <PlateBlock model={model} />
      {ranges.length > 0 ? <SerialField ranges={ranges} serial={serial} onChange={tell} /> : null}
      <Sections model={model} serial={serial} onAdd={noteWanted} />
      <Symptoms model={model} />
      <p className="soft s14 mt-4">
        Not among them? <Link to={askPath({ model: `${maker} ${number}` })}>Ask us for a part of this model</Link>.
      </p>
    </>
  )
}

type SectionsProps = Pick<SectionCutProps, 'serial' | 'onAdd'> & { model: ShownModel }

function Sections({ model, serial, onAdd }: SectionsProps) {
  const { section: here, kept, isNamed, keep } = usePlace(model)
  return (
    <div className="cuts">
      <nav className="tabs scroll" aria-label="Sections">
        {model.sections.map(({ section, name, positions }) => (
          <Link
            key={section}
            to={`#${section}`}
            replace
            preventScrollReset
            aria-current={section === here ? 'true' : undefined}
          >
            {name} <span className="n">{positions.length}</span>
          </Link>
        ))}
      </nav>
      {model.sections.map((section) => (
        <StillCut
          key={section.section}
          model={model}
          section={section}
          isHere={section.section === here}
          kept={section.section === here ? kept : undefined}
          serial={serial}
          isAwake={isNamed || serial !== ''}
          onKeep={keep}
          onAdd={onAdd}
        />
      ))}
    </div>
  )
}

/**
 * A model has up to seventy rows with a form each, so they stay as the document has them until the page is used. The
 * memo holds what changes elsewhere in the page away from them.
 */
const StillCut = memo(function StillCut({ isAwake, ...cut }: SectionCutProps & { isAwake: boolean }) {
  return (
    <Still isAwake={isAwake}>
      <SectionCut {...cut} />
    </Still>
  )
})

const never = () => () => {}

/** The section and the balloon in the URL's hash: `#evaporator/2`. */
function usePlace({ sections }: ShownModel) {
  const location = useLocation()
  const navigate = useNavigate()
  // The server never gets the hash, so the first render is the same for every hash.
  const hash = useSyncExternalStore(
    never,
    () => location.hash,
    () => '',
  )
  const [name, callout] = hash.slice(1).split('/')
  const found = sections.find(({ section }) => section === name)
  const [last, setLast] = useState(sections[0]?.section)
  if (found && found.section !== last) setLast(found.section)
  const keep = useCallback(
    (section: string, number: number | undefined) => {
      const place = number ? `${section}/${number}` : section
      navigate({ hash: place }, { replace: true, preventScrollReset: true })
      // Below 1024 pixels the drawing is sticky, so the row scrolls to just below it.
      const block = matchMedia('(max-width: 1023px)').matches ? 'start' : 'nearest'
      if (number) document.getElementById(place)?.scrollIntoView({ block })
    },
    [navigate],
  )
  const kept = found && callout ? Number(callout) : undefined
  return { section: found?.section ?? last, kept, isNamed: hash !== '', keep }
}

function Symptoms({ model }: { model: ShownModel }) {
  if (model.symptoms.length === 0) return null
  return (
    <section id="symptoms">
      <div className="head">
        <h2>What is wrong with it?</h2>
      </div>
      <ul className="leaders one">
        {model.symptoms.map(({ slug, name, causes }) => (
          <li key={slug}>
            <Link to={symptomPath(model.slug, slug)} prefetch="intent">
              {name}
              <u />
              <span className="n">{causes === 1 ? '1 cause' : `${causes} causes`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
