import { readySession } from '../accounts/session/session.ts'
import { ask, client } from '../client.ts'
import { ownStore } from '../ui/own-store.ts'
import { type Columns, isSameList, MOST_COLUMNS } from './contract.ts'

type Told = { here: Columns[]; account: Columns[] }

/** Column layouts: those in `here` are not stored with an account yet, those in `account` came from one. */
const told = ownStore<Told>('list-columns', { here: [], account: [] }, (own, visitors) => ({
  ...own,
  here: [...visitors.here, ...own.here.filter((layout) => !visitors.here.some((one) => isSameList(one, layout)))].slice(
    0,
    MOST_COLUMNS,
  ),
}))

/** A list with more columns asks what each of them holds; of one with fewer, nobody could see or undo a layout. */
const PLAIN_COLUMNS = 2

export const asksForColumns = ({ width }: Columns) => width > PLAIN_COLUMNS

/** The known column layouts, this browser's own first. */
export const columnsHere = (): Columns[] =>
  [...told.read().here, ...told.read().account].filter((one) => one.head || asksForColumns(one))

export const hasColumnsToJoin = () => told.read().here.length > 0

/** Remembers a column layout, with the account when the user is signed in. */
export function tellColumns(columns: Columns) {
  const { here, account } = told.read()
  const others = here.filter((one) => !isSameList(one, columns))
  told.write({ here: [columns, ...others].slice(0, MOST_COLUMNS), account })
  void joinColumns()
}

/** Joins this browser's column layouts with the account's; after a failure both stay as they are. */
export async function joinColumns(): Promise<void> {
  const { user } = await readySession()
  if (!user) return
  const { here } = told.read()
  const calls = client['quick-order'].columns
  const asked = here.length > 0 ? ask(calls.$put({ json: { columns: here } })) : ask(calls.$get())
  const account = await asked.catch(() => null)
  if (account) told.write({ here: told.read().here.filter((one) => !here.includes(one)), account })
}
