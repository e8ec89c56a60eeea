import '../find-model.css'
import { data, Form, href, Link, redirect } from 'react-router'
import { type ApiClient, ask, askWhole } from '../../client.ts'
import { apiContext } from '../../document/api-context.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { listStateOf } from '../../ui/list-state.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { Picture } from '../../ui/picture.tsx'
import { usePagedList } from '../../ui/use-paged-list.ts'
import { grouped } from '../../wire/grouped.ts'
import { shownTotal } from '../../wire/list-totals.ts'
import { ApplianceLinks } from '../appliance-links.tsx'
import type { Complaint, ModelCounts, ModelSummary } from '../contract.ts'
import { KINDS, kindName } from '../kinds.ts'
import { orRefusal } from '../model-loader.ts'
import { modelPath, modelsPath, symptomPath } from '../model-path.ts'
import { modelsWord } from '../models-word.ts'
import type { Route } from './+types/models.ts'

/** Divisible by four, three and two columns. */
const A_PAGE = 60

type Found = { items: ModelSummary[]; total: string; page: number; what: string }

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `${loaderData?.found ? `${loaderData.found.what} · ` : ''}Find your model · Parts House`,
    description:
      'Find a refrigerator or freezer by the number on its plate, by kind or by maker, and every part that fits it.',
    path: loaderData?.path ?? href('/models'),
  })

/** A number of exactly one model redirects to its page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { page, q, oneOf } = listStateOf(request.url)
  const api = context.get(apiContext)
  const kind = oneOf('kind', KINDS)
  const maker = new URL(request.url).searchParams.get('maker')?.trim().slice(0, 60) || undefined
  const filters = { ...(kind && { kind }), ...(maker && { maker }) }
  const slug = new URL(request.url).searchParams.get('symptom')
  const [counts, complaints] = await Promise.all([
    orRefusal(ask(api['model-counts'].$get())),
    slug ? orRefusal(ask(api.symptoms.$get())) : [],
  ])
  const complaint = complaints.find((one) => one.slug === slug)
  if (!q && !kind && !maker) return data({ counts, path: href('/models'), found: undefined, q, complaint })
  const query = { limit: String(A_PAGE), page: String(page), ...filters, ...(q && { q }) }
  const { data: items, headers } = await orRefusal(askWhole(api.models.$get({ query })))
  const [first] = items
  if (q && first && isSame(first.number, q)) throw redirect(toModel(first, complaint))
  if (q && !first && (await namesModel(api, q))) throw redirect(partsPath(q))
  const what = [maker, kind && kindName(kind), q && `“${q}”`].filter(Boolean).join(', ')
  const found: Found = { items, total: headers.get('x-total-count') ?? String(items.length), page, what }
  return data({ counts, path: q ? href('/models') : modelsPath(filters), found, q, complaint })
}

/** A number beside other words is read by the search of parts. */
const namesModel = async (api: ApiClient, q: string) =>
  /\s/.test(q) && (await orRefusal(ask(api.search.$get({ query: { q, limit: '1' } })))).named !== null

const partsPath = (q: string) => `${href('/products')}?${new URLSearchParams({ q })}`

/** A model's page; with a known complaint the page of its causes. */
const toModel = ({ slug, kind }: ModelSummary, complaint: Complaint | undefined) =>
  complaint?.kinds.includes(kind) ? symptomPath(slug, complaint.slug) : modelPath(slug)

const lettersOf = (number: string) =>
  number
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
const isSame = (number: string, typed: string) => lettersOf(number) === lettersOf(typed)

export default function Models({ loaderData: { counts, found, q, complaint } }: Route.ComponentProps) {
  return (
    <>
      <Finder q={q} complaint={complaint} />
      {found ? <FoundModels found={found} q={q} complaint={complaint} /> : null}
      <Kinds counts={counts} complaint={complaint} />
      <Makers counts={counts} complaint={complaint} />
      <ApplianceLinks />
    </>
  )
}

const SPOTS = [
  { file: 'inside-left-wall', place: 'Inside, left wall', where: 'Most refrigerators, by the lower shelf.' },
  { file: 'behind-crisper', place: 'Behind the crisper', where: 'Pull the drawer out first.' },
  { file: 'rear-panel', place: 'On the rear panel', where: 'Chests and coolers, by the cord.' },
]

type ComplaintProps = { complaint: Complaint | undefined }

function Finder({ q, complaint }: ComplaintProps & { q: string | undefined }) {
  return (
    <div className="finder">
      <div className="ask1">
        <h1>Every part, by the number on the plate.</h1>
        {complaint ? (
          <p className="mb-4">
            <b className="med">{complaint.name}:</b> tell us the model, and we say what it is likely to be.
          </p>
        ) : null}
        <search>
          <Form action={href('/models')} className="field" aria-label="Models">
            {complaint ? <input type="hidden" name="symptom" value={complaint.slug} /> : null}
            <label htmlFor="model-number">Model number</label>
            <div className="join">
              <input
                key={q}
                className="in"
                id="model-number"
                name="q"
                type="search"
                defaultValue={q}
                placeholder="for instance BKG36-401/02"
                autoComplete="off"
                autoCapitalize="characters"
                maxLength={60}
              />
              <Button variant="key" size="lg" type="submit">
                Find
              </Button>
            </div>
            <p className="hint">
              Capitals, spaces and hyphens do not matter; a <b className="med">?</b> stands for a letter you cannot
              read.
            </p>
          </Form>
        </search>
        <p className="s14 soft">No plate left? Choose the kind and the maker below.</p>
      </div>
      <ul className="spots" aria-label="Where the plate is">
        {SPOTS.map(({ file, place, where }) => (
          <li key={file}>
            <div className="plate">
              <Picture src={`/drawings/plates/${file}.svg`} alt="" width={160} height={160} priority />
            </div>
            <p>
              <b>{place}</b>
              <small>{where}</small>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

type FoundProps = ComplaintProps & { found: Found; q: string | undefined }

function FoundModels({ found: { items, total, page, what }, q, complaint }: FoundProps) {
  const list = usePagedList({ total, page, rows: items.length, aPage: A_PAGE })
  return (
    <section>
      <div className="head">
        <h2>{what}</h2>
        <span className="more soft">{modelsWord(shownTotal(total))}</span>
      </div>
      {items.length === 0 ? (
        <Empty
          action={
            <div className="acts">
              {q ? <LinkButton to={partsPath(q)}>Search the parts for it</LinkButton> : null}
              <LinkButton to={href('/models')}>Show all models</LinkButton>
            </div>
          }
        >
          No model in our list has this number. O and 0, I and 1 are easily taken for each other.
        </Empty>
      ) : (
        <ul className="leaders long" aria-busy={list.isLoading}>
          {items.map((model) => (
            <li key={model.slug}>
              <Link to={toModel(model, complaint)} prefetch="intent">
                {model.maker} {model.number}
                <u />
                <span className="n">{kindName(model.kind)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {items.length > 0 && total !== String(items.length) ? <Pagination {...list.pagination} /> : null}
    </section>
  )
}

type IndexProps = ComplaintProps & { counts: ModelCounts }

const withComplaint = (complaint: Complaint | undefined) => (complaint ? { symptom: complaint.slug } : {})

function Kinds({ counts: { total, kinds }, complaint }: IndexProps) {
  const countOf = (kind: string) => kinds.find((one) => one.kind === kind)?.count ?? 0
  return (
    <section>
      <div className="head">
        <h2>By kind of appliance</h2>
        <span className="more soft">{modelsWord(grouped(total))}</span>
      </div>
      <ul className="kinds">
        {KINDS.map((kind) => (
          <li key={kind}>
            <Link to={modelsPath({ kind, ...withComplaint(complaint) })} prefetch="intent">
              <Picture src={`/drawings/kinds/${kind}.svg`} alt="" width={104} height={104} />
              <span>{kindName(kind)}</span>
              <small>{modelsWord(grouped(countOf(kind)))}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Makers({ counts: { makers }, complaint }: IndexProps) {
  return (
    <section>
      <div className="head">
        <h2>By maker</h2>
      </div>
      <ul className="leaders">
        {makers.map(({ maker, count }) => (
          <li key={maker}>
            <Link to={modelsPath({ maker, ...withComplaint(complaint) })} prefetch="intent">
              {maker}
              <u />
              <span className="n">{grouped(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
