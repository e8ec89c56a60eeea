import '../causes.css'
import '../checks.css'
import '../plate.css'
import '../section.css'
import { useState } from 'react'
import { href, Link } from 'react-router'
import { ask } from '../../client.ts'
import { apiContext } from '../../document/api-context.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { askPath } from '../../products/product-path.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { CausePanel, Odds, percentWord } from '../cause-panel.tsx'
import { ExplodedDrawing } from '../exploded-drawing.tsx'
import { KeepButton } from '../keep-button.tsx'
import { breadcrumbJsonLd } from '../model-json-ld.ts'
import { atItsAddress, orRefusal } from '../model-loader.ts'
import { modelPath, symptomPath } from '../model-path.ts'
import { SafetyFirst } from '../safety-first.tsx'
import { SerialField } from '../serial-field.tsx'
import { rangesOf, type ShownSymptom, toShownPart } from '../shown-model.ts'
import { useToldSerial } from '../use-told-serial.ts'
import type { Route } from './+types/symptom.ts'

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: 'Not found · Parts House' }]
  const { name, slug, model, checks, causes } = loaderData.symptom
  const called = `${model.maker} ${model.number}`
  return [
    ...pageMeta({
      matches,
      title: `${name}: ${called} · Parts House`,
      description: `${called}: ${name.toLowerCase()}. ${checks.length} checks that cost nothing, then ${causes.length} likely causes in their order, with how to test each and its part.`,
      path: symptomPath(model.slug, slug),
    }),
    breadcrumbJsonLd(
      [
        { name: 'Models', path: href('/models') },
        { name: called, path: modelPath(model.slug) },
        { name, path: symptomPath(model.slug, slug) },
      ],
      matches,
    ),
  ]
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const call = context.get(apiContext).models[':number'].symptoms[':slug'].$get({ param: params })
  const symptom = await orRefusal(ask(call))
  atItsAddress(request, symptomPath(symptom.model.slug, symptom.slug))
  const causes = symptom.causes.map((cause) => ({ ...cause, parts: cause.parts.map(toShownPart) }))
  return { symptom: { ...symptom, causes } satisfies ShownSymptom }
}

export default function SymptomPage({ loaderData: { symptom } }: Route.ComponentProps) {
  const { name, model, causes } = symptom
  const { serial, told, tell, noteWanted } = useToldSerial(model)
  const ranges = rangesOf([{ positions: causes }])
  const path = modelPath(model.slug)
  return (
    <>
      <Breadcrumb
        items={[
          { label: 'Models', to: href('/models') },
          { label: `${model.maker} ${model.number}`, to: path },
          { label: 'Symptoms' },
        ]}
      />
      <div className="shop">
        <div className="aside">
          <OtherSymptoms symptom={symptom} />
        </div>
        <div>
          <div className="titled">
            <div>
              <h1>{name}</h1>
              <p className="soft">
                in the {model.maker} {model.number}
                {serial && told?.isExact !== false ? `, serial ${serial}` : null}
              </p>
            </div>
            <div className="acts">
              <Link className="btn onlyphone" to={`${path}#symptoms`}>
                Another symptom
              </Link>
              <KeepButton appliance={{ model, serial: told?.isExact ? told.serial : '', name: '' }} variant="ink" />
            </div>
          </div>
          <SafetyFirst symptom={symptom} />
          <Checks checks={symptom.checks} />
          <section>
            <div className="head long">
              <h2>Then, the likely causes</h2>
              <span className="more soft">shares of all such complaints</span>
            </div>
            {ranges.length > 0 ? <SerialField ranges={ranges} serial={serial} onChange={tell} /> : null}
            <Ranking symptom={symptom} />
            {causes.map((cause, at) => (
              <CausePanel
                key={cause.position}
                cause={cause}
                rank={at + 1}
                of={{ model: model.number, serial }}
                onAdd={noteWanted}
              />
            ))}
            <p className="s14 soft mt-4">
              Found it elsewhere? <Link to={path}>See every part of this model</Link>, or{' '}
              <Link to={askPath({ q: name, model: `${model.maker} ${model.number}` })}>ask us with the plate</Link>.
            </p>
          </section>
        </div>
      </div>
    </>
  )
}

function OtherSymptoms({ symptom }: { symptom: ShownSymptom }) {
  return (
    <nav className="says" aria-label="Symptoms">
      <p className="lab">What is wrong with it?</p>
      {symptom.symptoms.map(({ slug, name }) => (
        <Link
          key={slug}
          to={symptomPath(symptom.model.slug, slug)}
          prefetch="intent"
          aria-current={slug === symptom.slug ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

function Checks({ checks }: Pick<ShownSymptom, 'checks'>) {
  const minutes = checks.reduce((sum, check) => sum + check.minutes, 0)
  return (
    <section>
      <div className="head long">
        <h2>First, what costs nothing</h2>
        <span className="more soft">{minutes} minutes in all</span>
      </div>
      <ul className="checks">
        {checks.map(({ text, minutes }) => (
          <li key={text}>
            <label className="tick">
              <input type="checkbox" />
              <span>{text}</span>
              <span className="n">{minutes} min</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The section of the most likely cause, beside all causes in order. */
function Ranking({ symptom }: { symptom: ShownSymptom }) {
  const { drawing, size, causes, model } = symptom
  const [lit, setLit] = useState<number>()
  const [kept, setKept] = useState<number>()
  const shown = lit ?? kept
  const [first] = causes
  const rest = Math.round(100 - causes.reduce((sum, { percent }) => sum + percent, 0))
  const balloons = causes.flatMap(({ section, name, anchor }, at) =>
    section === first?.section ? [{ callout: at + 1, name, anchor, to: `#cause-${at + 1}` }] : [],
  )
  return (
    <div className="cut even">
      <div className="sheetside">
        {drawing ? (
          <ExplodedDrawing
            src={drawing}
            alt={`Where likely causes sit in the ${model.maker} ${model.number}`}
            {...{ size, balloons, kept }}
            lit={shown}
            onLight={setLit}
            onKeep={setKept}
          />
        ) : null}
      </div>
      <ol className="rank">
        {causes.map(({ position, name, percent }, at) => (
          <li
            key={position}
            className={shown === at + 1 ? 'on' : undefined}
            onPointerEnter={() => setLit(at + 1)}
            onPointerLeave={() => setLit(undefined)}
          >
            <span className="bal" aria-hidden="true">
              {at + 1}
            </span>
            <a href={`#cause-${at + 1}`}>{name}</a>
            <span className="n">{percentWord(percent)}</span>
            <Odds percent={percent} />
          </li>
        ))}
        {rest > 0 ? (
          <li className="rest">
            <span />
            <span>Parts this model does not have</span>
            <span className="n">{percentWord(rest)}</span>
          </li>
        ) : null}
      </ol>
    </div>
  )
}
