import { type ChangeEvent, type FormEvent, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { v4 as uuid } from 'uuid'
import { ask, client } from '../../client.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { browserStore } from '../../ui/browser-store.ts'
import { Button } from '../../ui/button.tsx'
import { formatMoney } from '../../ui/format-money.ts'
import { toastBad, toastOk } from '../../ui/toast.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { grouped } from '../../wire/grouped.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import { addToCart, withPrices } from '../cart.ts'
import type { Columns } from '../read-list.ts'
import { isReady, type Row, Tally, VerdictTable } from '../verdict-table.tsx'
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
const EXAMPLE = 'EF-230, 12\nEF-225, 4\ndg1120, 6\nSR-22, 15\nTH-007, 6\nDK-28; 10; Job 2117'

/** What was pasted last, and which column was which. */
const pasted = browserStore<{ text: string; columns?: Columns | undefined }>('quick-order', { text: '' })

export default function QuickOrderPage() {
  const { text } = pasted.use()
  const [rows, setRows] = useState<Row[]>([])
  const [isBusy, setBusy] = useState(false)
  const isScripted = useHydrated()
  const navigate = useNavigate()
  const count = text.split(/\r\n|\r|\n/).filter((line) => line.trim()).length

  const write = (typed: string) => pasted.write({ ...pasted.read(), text: typed })
  const busily = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toastBad(error instanceof ProblemError ? error.message : 'That did not work. Try again.')
    } finally {
      setBusy(false)
    }
  }
  const judge = (lines: Row[]) =>
    busily(async () => {
      const asked = lines.map(({ number, quantity, reference }) => ({ number, quantity, reference }))
      const judged = await ask(client['quick-order'].$post({ json: { lines: asked } }))
      setRows(lines.map((line, at) => ({ ...line, judged: judged[at] })))
    })
  const handleCheck = (event?: FormEvent) => {
    event?.preventDefault()
    void busily(async () => {
      const { readList } = await import('../read-list.ts')
      const { lines, columns } = readList(pasted.read().text, pasted.read().columns)
      if (columns) pasted.write({ ...pasted.read(), columns })
      if (lines.length > MOST) toastBad(`${grouped(lines.length)} lines are too many. Send at most ${MOST} at a time.`)
      else if (lines.length > 0) await judge(lines.map((line) => ({ ...line, id: uuid() })))
    })
  }
  const handleFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    write(await file.text())
    handleCheck()
  }
  const handleMend = (at: number, mended: Partial<Row> | null) => {
    const next = rows.flatMap((row, place) => (place !== at ? [row] : mended ? [{ ...row, ...mended }] : []))
    if (next.length > 0) void judge(next)
    else setRows([])
  }
  const handlePut = () =>
    busily(async () => {
      const ready = rows.filter(isReady)
      const added = ready.flatMap(({ judged, reference }) =>
        judged?.product ? [{ product: judged.product, quantity: judged.quantity, reference }] : [],
      )
      await addToCart(added)
      const rest = rows.filter((row) => !isReady(row))
      setRows(rest)
      write(rest.map(({ typed }) => typed).join('\n'))
      toastOk(`${added.length === 1 ? 'One line is' : `${added.length} lines are`} in the cart.`)
      if (rest.length === 0) await navigate(href('/cart'))
    })

  const ready = rows.filter(isReady)
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
      <form className="paste" onSubmit={handleCheck}>
        <label className="vh" htmlFor="lines">
          Lines: number, quantity
        </label>
        <textarea
          className="in"
          id="lines"
          spellCheck={false}
          value={text}
          placeholder={EXAMPLE}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && handleCheck(event)}
        />
        <div className="drop">
          <label className="file">
            <span>
              A CSV or text file: <u>choose one</u>
            </span>
            <input className="vh" type="file" accept=".csv,.txt,text/csv,text/plain" onChange={handleFile} />
          </label>
          <div>
            <Button type="submit" variant="ink" full pending={isBusy} disabled={isScripted && count === 0}>
              {count === 1 ? 'Check 1 line' : `Check ${grouped(count)} lines`}
            </Button>
            <p className="hint mt-4">
              Comma, semicolon, tab or space between; an own reference may follow. Old numbers count. Ctrl and Enter
              check.
            </p>
          </div>
        </div>
      </form>
      {rows.length > 0 ? (
        <section className="mt-10" aria-busy={isBusy}>
          <h2 className="mb-4">What came of it</h2>
          <Tally rows={rows} />
          <VerdictTable rows={rows} onMend={handleMend} />
          <div className="sumbar">
            <span className="s14">
              <b className="med">
                {ready.length} of {rows.length} lines
              </b>{' '}
              <span className="soft">go in now{ready.length < rows.length ? ', the rest stays here' : ''}</span>
            </span>
            <span className="amt">{formatMoney(sumOf(ready))}</span>
            <Button variant="key" size="lg" disabled={ready.length === 0} pending={isBusy} onClick={handlePut}>
              {ready.length === 1 ? 'Put 1 line into the cart' : `Put ${ready.length} lines into the cart`}
            </Button>
          </div>
        </section>
      ) : null}
    </>
  )
}

const sumOf = (rows: Row[]) =>
  withPrices(
    rows.flatMap(({ judged, reference }) =>
      judged?.product
        ? [{ productId: judged.product._id, quantity: judged.quantity, reference, product: judged.product }]
        : [],
    ),
  ).price
