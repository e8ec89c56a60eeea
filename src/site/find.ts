import { href } from 'react-router'
import { may, type Permission, type Role } from '../accounts/permissions.ts'

/** What the field is called, and the button that stands for it. */
export const FIND = 'Find a part, an order or a person'

type List = { to: string; what: string; needs: Permission; looks?: RegExp }

/** The lists that have a search of their own, and what only one of them can hold. */
const LISTS: List[] = [
  { to: href('/dashboard/manageProducts'), what: 'Products', needs: 'products.write' },
  {
    to: href('/dashboard/orders'),
    what: 'Orders',
    needs: 'orders.readAll',
    looks: /^(ph[- ]?)?\d{4,}$|^pi_|^[0-9a-f]{8}-[0-9a-f]{4}-/i,
  },
  { to: href('/dashboard/makeAdmin'), what: 'People', needs: 'people.promote', looks: /@/ },
]

type Who = { role?: Role | undefined }

/** The lists in which this person may look for something. */
export const listsOf = (who: Who) => LISTS.filter(({ needs }) => may(who, needs))

/** Where what was typed may be found, the likeliest place first. */
export function placesOf(text: string, who: Who) {
  const q = text.trim()
  if (!q) return []
  const lists = listsOf(who)
  const likely = lists.find(({ looks }) => looks?.test(q)) ?? lists[0]
  const inOrder = likely ? [likely, ...lists.filter((list) => list !== likely)] : []
  return inOrder.map(({ to, what }) => ({ what, to: `${to}?${new URLSearchParams({ q })}` }))
}
