import { useRevalidator } from 'react-router'
import { newOr, useOpened } from '../../accounts/session/form-dialog.tsx'
import { Rows } from '../../accounts/session/rows.tsx'
import { askAll } from '../../ask-all.ts'
import { ask, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatMoney } from '../../ui/format-money.ts'
import { dayInUtc } from '../../ui/format-time.ts'
import { PanelFoot } from '../../ui/panel.tsx'
import { Status } from '../../ui/status.tsx'
import { grouped } from '../../wire/grouped.ts'
import { CodeDialog } from '../code-dialog.tsx'
import type { DiscountCode, PriceGroup } from '../contract.ts'
import { GroupDialog, PersonDialog } from '../group-dialog.tsx'
import type { Route } from './+types/codes-groups.ts'

export async function clientLoader() {
  const [codes, groups] = await Promise.all([
    askAll((from) => client['discount-codes'].$get({ query: { limit: '500', ...from } })),
    // A trade may have a group for each of its customers.
    askAll((from) => client['price-groups'].$get({ query: from })),
  ])
  return { codes, groups, at: new Date().toISOString() }
}

export default function CodesAndGroups({ loaderData: { codes, groups, at } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const code = useOpened<DiscountCode | 'new'>('code', newOr(codes))
  const group = useOpened<PriceGroup | 'new'>('group', newOr(groups))
  const person = useOpened('person', newOr([]))
  return (
    <>
      <h1>Codes and Groups</h1>
      <p className="sub">
        What takes something off: codes that buyers type, and prices of groups when they are signed in.
      </p>
      <div className="stack grid gap-6">
        <Rows
          title="Discount codes"
          hint="They lower parts alone, not shipping."
          addLabel="Add a code"
          columns={columnsAt(at)}
          rows={codes}
          nameOf={({ code: word }) => word}
          removing={{
            label: 'End',
            says: 'Nobody can use it from now on. Orders that have it keep it.',
            done: 'has ended',
          }}
          remove={({ _id: id, version }) =>
            ask(client['discount-codes'][':id'].$delete({ param: { id }, query: { version } }))
          }
          onEdit={code.open}
          empty="No code yet."
        />
        <Rows
          title="Price groups"
          hint="Everybody is in one at most."
          addLabel="Add a group"
          columns={GROUPS}
          rows={groups}
          nameOf={({ name }) => name}
          removing={{ label: 'Delete', says: 'Its people pay list prices from now on.', done: 'is deleted' }}
          remove={({ _id: id, version, peopleCount: people }) =>
            ask(client['price-groups'][':id'].$delete({ param: { id }, query: { version, people } }))
          }
          onEdit={group.open}
          empty="No group yet: everybody pays list prices."
        >
          {groups.length > 0 ? (
            <PanelFoot note="Who is in none pays list prices.">
              <Button size="sm" onClick={() => person.open('new')}>
                Put somebody into a group
              </Button>
            </PanelFoot>
          ) : null}
        </Rows>
      </div>
      <CodeDialog key={code.draft} code={code.opened} draft={code.draft} onSaved={revalidate} onClose={code.close} />
      <GroupDialog
        key={group.draft}
        group={group.opened}
        draft={group.draft}
        onSaved={revalidate}
        onClose={group.close}
      />
      <PersonDialog
        key={person.draft}
        groups={groups}
        open={person.opened !== undefined}
        draft={person.draft}
        onSaved={revalidate}
        onClose={person.close}
      />
    </>
  )
}

const columnsAt = (at: string): Column<DiscountCode>[] => [
  {
    key: 'code',
    header: 'Code',
    phone: 'name',
    cell: (code) => (
      <span className="flex flex-wrap gap-x-3">
        <span className="code">{code.code}</span> {stateOf(code, at)}
      </span>
    ),
  },
  {
    key: 'off',
    header: 'Off',
    numeric: true,
    cell: ({ percent, sum }) => (percent === null ? formatMoney(sum ?? 0) : `${percent} %`),
  },
  { key: 'from', header: 'From', numeric: true, cell: ({ from }) => (from ? formatMoney(from) : '–') },
  { key: 'when', header: 'Days', cell: daysOf },
  {
    key: 'uses',
    header: 'Used',
    numeric: true,
    className: 'whitespace-nowrap',
    cell: ({ uses, mostUses }) => (mostUses === null ? grouped(uses) : `${grouped(uses)} of ${grouped(mostUses)}`),
  },
  { key: 'each', header: 'A buyer', numeric: true, cell: ({ mostEach }) => (mostEach === null ? '–' : mostEach) },
]

/** Why nobody can use it now, where its days are the reason. */
function stateOf({ beginsAt, endsAt }: DiscountCode, at: string) {
  if (endsAt && endsAt <= at) return <Status kind="not">Ended</Status>
  return beginsAt && beginsAt > at ? <Status kind="pending">Not begun</Status> : null
}

function daysOf({ beginsAt, endsAt }: DiscountCode) {
  if (!beginsAt && !endsAt) return 'always'
  return (
    <span className="flex flex-wrap gap-x-1">
      {beginsAt ? <span>from {dayInUtc(beginsAt)}</span> : null} {endsAt ? <span>to {dayInUtc(endsAt)}</span> : null}
    </span>
  )
}

const SHOWN = 3

function emailsIn({ people, peopleCount }: PriceGroup) {
  const more = peopleCount - SHOWN
  const shown = people.slice(0, SHOWN).map(({ email }) => email)
  return shown.length === 0 ? 'nobody yet' : `${shown.join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}`
}

const GROUPS: Column<PriceGroup>[] = [
  { key: 'name', header: 'Group', phone: 'name', cell: ({ name }) => name },
  { key: 'percent', header: 'Off lists', numeric: true, cell: ({ percent }) => `${percent} %` },
  { key: 'prices', header: 'Own prices', numeric: true, cell: ({ prices }) => grouped(prices.length) },
  {
    key: 'people',
    header: 'People',
    phone: 'wide',
    cell: (group) => <span className="wrap-anywhere">{emailsIn(group)}</span>,
  },
]
