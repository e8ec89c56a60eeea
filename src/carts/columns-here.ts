import { readySession } from '../accounts/session/session.ts'
import { ask, client } from '../client.ts'
import { browserStore } from '../ui/browser-store.ts'
import type { Columns } from './contract.ts'

type Told = { here: Columns[]; account: Columns[] }

/** How columns are read: `here` waits to be kept with an account, `account` came from there. */
const told = browserStore<Told>('list-columns', { here: [], account: [] })

/** What is known of columns, what was told in this browser first. */
export const columnsHere = (): Columns[] => [...told.read().here, ...told.read().account]

export const hasColumnsToJoin = () => told.read().here.length > 0

/** Remembers how columns are read, with the account of who is signed in. */
export function tellColumns(columns: Columns) {
  const { here, account } = told.read()
  told.write({ here: [columns, ...here.filter(({ width }) => width !== columns.width)], account })
  void joinColumns()
}

/** Reads what the account knows, and keeps there what was told in this browser; a failure leaves both as they are. */
export async function joinColumns(): Promise<void> {
  const { user } = await readySession()
  const { here } = told.read()
  if (!user) return told.write({ here, account: [] })
  const calls = client['quick-order'].columns
  const asked = here.length > 0 ? ask(calls.$put({ json: { columns: here } })) : ask(calls.$get())
  const account = await asked.catch(() => null)
  if (account) told.write({ here: told.read().here.filter((one) => !here.includes(one)), account })
}
