import { href } from 'react-router'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { Button } from '../../ui/button.tsx'
import { BuyAgain, NOTHING, readAgain } from '../buy-again.tsx'
import { ColumnMap } from '../column-map.tsx'
import { asksForColumns, joinColumns } from '../columns-here.ts'
import { JudgedRows } from '../judged-rows.tsx'
import { EXAMPLE, PasteForm } from '../paste-form.tsx'
import { SaveList } from '../save-list.tsx'
import { addToPasted, usePasted, writePasted } from '../use-pasted.ts'
import { keptOf } from '../use-rows.ts'
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

export const loader = () => NOTHING

/** Lists and orders are fetched in the browser, where the session is known. */
export async function clientLoader() {
  const [again] = await Promise.all([readAgain(), joinColumns()])
  return again
}
clientLoader.hydrate = true as const

export default function QuickOrderPage({ loaderData: again }: Route.ComponentProps) {
  const { text, read, isOutdated, state, check, replace, choose, handlePut } = usePasted()
  return (
    <>
      <h1 className="mb-4">Quick Order</h1>
      <div className="tools border-t-2 border-ink pt-3">
        <span className="s14 soft">Up to 500 lines of number and quantity: from a mail, a table or a file.</span>
        <span className="count">
          <Button size="sm" onClick={() => replace(EXAMPLE)}>
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
        onWrite={writePasted}
        onReplace={replace}
        onTypedBefore={addToPasted}
        onCheck={() => void check()}
      />
      {read && (asksForColumns(read.columns) || (read.told && !read.isTitled)) ? (
        <ColumnMap {...read} onChoose={choose} />
      ) : null}
      {state.rows.length > 0 ? (
        <JudgedRows
          title="What came of it"
          typedHead="As typed"
          state={state}
          onPut={handlePut}
          onCheckAgain={isOutdated ? () => void check() : undefined}
        >
          <SaveList size="lg" {...keptOf(state.rows)} />
        </JudgedRows>
      ) : null}
      <BuyAgain {...again} />
    </>
  )
}
