import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { newOr, useOpened } from '../accounts/session/form-dialog.tsx'
import { Rows } from '../accounts/session/rows.tsx'
import { ask, askWhole, client } from '../client.ts'
import type { Column } from '../ui/data-table.tsx'
import { Field } from '../ui/field.tsx'
import { shownTotal } from '../wire/list-totals.ts'
import type { FitOfPart } from './contract.ts'
import { FitDialog } from './fit-dialog.tsx'
import { kindName } from './kinds.ts'
import { modelPath } from './model-path.ts'
import { positionName, sectionName } from './places.ts'
import { rangeWords } from './shown-model.ts'

const MOST = '100'

export type FitsFound = { fits: FitOfPart[]; total: string }

/** The first models that a part fits, or those whose number contains `q`. */
export async function fitsFound(id: string, q = ''): Promise<FitsFound> {
  const query = { limit: MOST, ...(q && { q }) }
  const { data, headers } = await askWhole(client.allproducts[':id'].fits.$get({ param: { id }, query }))
  return { fits: data, total: headers.get('x-total-count') ?? '0' }
}

type FitsPanelProps = { product: string; first: FitsFound; onChanged: () => Promise<void> }

/** The models that a part fits; each is added, changed and removed at once. */
export function FitsPanel({ product, first, onChanged }: FitsPanelProps) {
  const [q, setQ] = useState('')
  const [found, setFound] = useState<FitsFound>()
  const { fits, total } = found ?? first
  const isLong = first.fits.length < Number.parseInt(first.total, 10)
  const { opened, open, close, draft } = useOpened<FitOfPart | 'new'>(`fit ${product}`, newOr(fits, !isLong && !found))
  const latest = useRef({ text: '' })
  const find = async (text: string) => {
    const asked = { text }
    latest.current = asked
    const answer = text ? await fitsFound(product, text).catch(() => undefined) : undefined
    // Answers may come in another sequence than their texts were typed.
    if (latest.current === asked) setFound(answer)
  }
  const handleFind = (typed: string) => {
    setQ(typed)
    void find(typed.trim())
  }
  const findAgain = () => find(latest.current.text)
  const handleChanged = async () => {
    await onChanged()
    await findAgain()
  }
  return (
    <div id="fits">
      <Rows
        title="Fits"
        hint={`${shownTotal(first.total)} ${first.total === '1' ? 'place' : 'places'} in models; each change counts at once`}
        addLabel="Add a model"
        columns={COLUMNS}
        rows={fits}
        nameOf={({ model, position, section }) => `${model.number}, ${positionName(section, position)}`}
        removing={{
          label: 'Remove',
          says: 'From now on the shop says that it is not in the list of this model.',
          done: 'is removed',
        }}
        remove={({ _id: id, version }) =>
          ask(client.fits[':id'].$delete({ param: { id }, query: { version: `${version}` } })).finally(findAgain)
        }
        onEdit={open}
        empty={
          q
            ? 'No model of this part reads so.'
            : 'No model yet. Customers are told that it is not in the list of their model.'
        }
      >
        {isLong ? (
          <div className="pad">
            <Field
              label="Find a model among them"
              hint={`${fits.length} of ${shownTotal(total)} are shown.`}
              type="search"
              autoComplete="off"
              value={q}
              onChange={(event) => handleFind(event.target.value)}
            />
          </div>
        ) : null}
      </Rows>
      <FitDialog key={draft} fit={opened} {...{ product, draft }} onSaved={handleChanged} onClose={close} />
    </div>
  )
}

const COLUMNS: Column<FitOfPart>[] = [
  {
    key: 'model',
    header: 'Model',
    phone: 'name',
    cell: ({ model }) => (
      <>
        <Link to={modelPath(model.slug)}>
          {model.maker} {model.number}
        </Link>
        <small className="per">{kindName(model.kind)}</small>
      </>
    ),
  },
  {
    key: 'place',
    header: 'Place',
    phone: 'wide',
    cell: ({ section, position, note }) => (
      <>
        {positionName(section, position)}
        <small className="per">{[sectionName(section), note].filter(Boolean).join(', ')}</small>
      </>
    ),
  },
  { key: 'quantity', header: 'Pieces', numeric: true, cell: ({ quantity }) => quantity },
  { key: 'serials', header: 'Serial numbers', cell: (fit) => rangeWords(fit) || 'all' },
]
