import { data, href } from 'react-router'
import { useCorrected } from '../../carts/corrections.ts'
import { JudgedRows } from '../../carts/judged-rows.tsx'
import { SaveList } from '../../carts/save-list.tsx'
import { keptOf, type OnPut } from '../../carts/use-rows.ts'
import { ask } from '../../client.ts'
import { apiContext } from '../../document/api-context.ts'
import { pageMeta } from '../../document/meta.ts'
import { Lost } from '../../site/no-such-page.tsx'
import { toastOk } from '../../ui/toast.ts'
import { useGoWhileHere } from '../../ui/use-go-while-here.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import type { SharedList } from '../contract.ts'
import { rowsOfList } from '../rows-of-list.ts'
import '../../carts/quick-order.css'
import type { Route } from './+types/shared-list.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches, params: { token } }) =>
  pageMeta({
    matches,
    title: `${loaderData?.list?.name ?? 'Not found'} · Parts House`,
    description: 'A list of parts that somebody shares, at the prices and stock of today.',
    path: href('/lists/:token', { token }),
    noindex: true,
  })

const NO_STORE = { 'Cache-Control': 'no-store' }

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  try {
    const list = await ask(context.get(apiContext)['shared-lists'][':token'].$get({ param: { token } }))
    return data({ list, problem: undefined }, { headers: NO_STORE })
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404)
      return data({ list: undefined, problem: error.message }, { status: 404, headers: NO_STORE })
    if (error instanceof ProblemError) throw data(error.problem, { status: error.status || 503 })
    throw error
  }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** A list for the holders of its link. */
export default function SharedListPage({ loaderData: { list, problem }, params: { token } }: Route.ComponentProps) {
  return list ? <Whole list={list} token={token} /> : <Lost says={problem} />
}

function Whole({ list, token }: { list: SharedList; token: string }) {
  const { state, showAll } = useCorrected(`shared ${token}`, rowsOfList(list.lines))
  const goTo = useGoWhileHere()
  const handlePut: OnPut = async ({ length: added }, rest) => {
    toastOk(added === 1 ? 'One line is in your cart.' : `${added} lines are in your cart.`)
    state.setRows(rest)
    if (rest.length === 0) await goTo(href('/cart'))
  }
  return (
    <>
      <h1>{list.name}</h1>
      <p className="sub">A list that somebody shares with you. Prices and stock are those of today.</p>
      <noscript>
        <p className="hint">To put it into a cart your browser must run JavaScript, which is switched off.</p>
      </noscript>
      {state.rows.length > 0 ? (
        <JudgedRows title="Lines of today" state={state} onPut={handlePut} onShowAll={showAll}>
          <SaveList size="lg" {...keptOf(state.rows)} />
        </JudgedRows>
      ) : (
        <p className="soft">No line of it is left here.</p>
      )}
    </>
  )
}
