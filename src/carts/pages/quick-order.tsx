import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { v4 as uuid } from 'uuid'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { Button } from '../../ui/button.tsx'
import { fetched } from '../../ui/fetched.ts'
import { ownStore } from '../../ui/own-store.ts'
import { toastBad, toastOk } from '../../ui/toast.ts'
import { grouped } from '../../wire/grouped.ts'
import { BuyAgain, NOTHING, readAgain } from '../buy-again.tsx'
import { ColumnMap } from '../column-map.tsx'
import { columnsHere, joinColumns, tellColumns } from '../columns-here.ts'
import type { Columns } from '../contract.ts'
import { JudgedRows } from '../judged-rows.tsx'
import { EXAMPLE, PasteForm } from '../paste-form.tsx'
import type { ReadList } from '../read-list.ts'
import { SaveList } from '../save-list.tsx'
import { linesToKeep, type Row, useRows } from '../use-rows.ts'
import '../quick-order.css'
import type { Route } from './+types/quick-order.ts'

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Quick Order · Parts House',
    description: 'Paste up to 500 lines of number and quantity, mend what is wrong, and put them into the cart.',
    path: href('/quick-order'),
  })

const MOST = 500
/** A list with more columns asks what each of them holds. */
const PLAIN_COLUMNS = 2

/** The text pasted last. */
const pasted = ownStore('quick-order', { text: '' }, (own, visitors) => ({ text: joined(own.text, visitors.text) }))

const joined = (...texts: string[]) => texts.filter(Boolean).join('\n')

export const loader = () => NOTHING

/** Lists and orders are fetched in the browser, where the session is known. */
export async function clientLoader() {
  const [again] = await Promise.all([readAgain(), joinColumns()])
  return again
}
clientLoader.hydrate = true as const

export default function QuickOrderPage({ loaderData: again }: Route.ComponentProps) {
  const { text } = pasted.use()
  const [read, setRead] = useState<ReadList>()
  const state = useRows([])
  const navigate = useNavigate()

  const write = (typed: string) => pasted.write({ text: typed })
  const handleTypedBefore = (typed: string) => write(joined(pasted.read().text, typed))
  const check = () =>
    state.busily(async () => {
      const { readList } = await fetched(() => import('../read-list.ts'))
      const known = columnsHere()
      const found = readList(pasted.read().text, known)
      if (found.told && !known.includes(found.told)) tellColumns(found.told)
      setRead(found)
      const { lines } = found
      if (lines.length > MOST) toastBad(`${grouped(lines.length)} lines are too many. Send at most ${MOST} at a time.`)
      else if (lines.length > 0) await state.judge(lines.map((line) => ({ ...line, id: uuid() })))
    })
  const handleColumns = (columns: Columns) => {
    tellColumns(columns)
    void check()
  }
  const handlePut = async (added: number, rest: Row[]) => {
    state.setRows(rest)
    write(rest.map(({ typed }) => typed).join('\n'))
    toastOk(added === 1 ? 'One line is in the cart.' : `${added} lines are in the cart.`)
    if (rest.length === 0) await navigate(href('/cart'))
  }

  return (
    <>
      <h1 className="mb-4">Quick Order</h1>
      <div className="tools border-t-2 border-ink pt-3">
        <span className="s14 soft">Up to 500 lines of number and quantity: from a mail, a table or a file.</span>
        <span className="count">
          <Button size="sm" onClick={() => write(EXAMPLE)}>
            An example
          </Button>
        </span>
      </div>
      <noscript>
        <p className="hint mb-4">To read a list your browser must run JavaScript, which is switched off.</p>
      </noscript>
      <PasteForm
        text={text}
        isBusy={state.isBusy}
        onWrite={write}
        onTypedBefore={handleTypedBefore}
        onCheck={() => void check()}
      />
      {read && read.columns.width > PLAIN_COLUMNS ? (
        <ColumnMap columns={read.columns} sample={read.sample} onChoose={handleColumns} />
      ) : null}
      {state.rows.length > 0 ? (
        <JudgedRows title="What came of it" typedHead="As typed" state={state} onPut={handlePut}>
          <SaveList size="lg" lines={linesToKeep(state.rows)} />
        </JudgedRows>
      ) : null}
      <BuyAgain {...again} />
    </>
  )
}
