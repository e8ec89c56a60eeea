import { useRevalidator } from 'react-router'
import { newOr, useOpened } from '../../accounts/session/form-dialog.tsx'
import { Rows } from '../../accounts/session/rows.tsx'
import { useRowChange } from '../../accounts/session/use-row-change.ts'
import { ask, client } from '../../client.ts'
import type { Column } from '../../ui/data-table.tsx'
import { formatMoney } from '../../ui/format-money.ts'
import { Panel } from '../../ui/panel.tsx'
import { Price } from '../../ui/price.tsx'
import type { Rate, Zone } from '../contract.ts'
import { countryNameOf } from '../countries.ts'
import { RateDialog } from '../rate-dialog.tsx'
import { BUYER_WORDS, ELSEWHERE } from '../reckon.ts'
import { ZoneDialog } from '../zone-dialog.tsx'
import type { Route } from './+types/shipping-tax.ts'

export async function clientLoader() {
  const [zones, rates, settings] = await Promise.all([
    ask(client['shipping-zones'].$get()),
    ask(client['tax-rates'].$get()),
    ask(client['sum-settings'].$get()),
  ])
  return { zones, rates, settings }
}

export default function ShippingAndTax({ loaderData: { zones, rates, settings } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const zone = useOpened<Zone | 'new'>('zone', newOr(zones))
  const rate = useOpened<Rate | 'new'>('rate', newOr(rates))
  return (
    <>
      <h1>Shipping and Tax</h1>
      <p className="sub">
        What orders cost beside their parts. Without a zone nothing is added for shipping, without a rate no tax; orders
        that are placed keep their sums.
      </p>
      <div className="stack grid gap-6">
        <Rows
          title="Shipping zones"
          hint="What is sent where, and for how much."
          addLabel="Add a zone"
          columns={ZONES}
          rows={zones}
          nameOf={({ name }) => name}
          removing={{
            label: 'Delete',
            says: zones.length > 1 ? 'Nothing is sent there any more.' : LAST_ZONE,
            done: 'is deleted',
          }}
          remove={({ _id: id, version }) =>
            ask(client['shipping-zones'][':id'].$delete({ param: { id }, query: { version, zones: zones.length } }))
          }
          onEdit={zone.open}
          empty="No zone yet: parts go everywhere, and shipping costs nothing."
        />
        <Rows
          title="Tax rates"
          hint="Prices are without tax."
          addLabel="Add a rate"
          columns={RATES}
          rows={rates}
          nameOf={({ name, country }) => `${name} of ${countryNameOf(country)}`}
          removing={{ label: 'Delete', says: 'The next orders to this country have no tax by it.', done: 'is deleted' }}
          remove={({ _id: id, version }) =>
            ask(client['tax-rates'][':id'].$delete({ param: { id }, query: { version } }))
          }
          onEdit={rate.open}
          empty="No rate yet: no tax is added."
        />
        <ShowsTax showsTax={settings.showsTax} />
      </div>
      <ZoneDialog key={zone.draft} zone={zone.opened} draft={zone.draft} onSaved={revalidate} onClose={zone.close} />
      <RateDialog key={rate.draft} rate={rate.opened} draft={rate.draft} onSaved={revalidate} onClose={rate.close} />
    </>
  )
}

const LAST_ZONE = 'It is the last zone: parts then go everywhere, and shipping costs nothing.'
const SHOWN = 6

function namesOf(countries: string[]) {
  const named = countries.map((code) => (code === ELSEWHERE ? 'everywhere else' : countryNameOf(code)))
  const more = named.length - SHOWN
  return more > 0 ? `${named.slice(0, SHOWN).join(', ')} and ${more} more` : named.join(', ')
}

const ZONES: Column<Zone>[] = [
  { key: 'name', header: 'Zone', phone: 'name', cell: ({ name }) => name },
  { key: 'countries', header: 'Countries', phone: 'wide', cell: ({ countries }) => namesOf(countries) },
  { key: 'flat', header: 'An order', numeric: true, cell: ({ flat }) => <Price value={flat} /> },
  { key: 'kg', header: 'A kilogram', numeric: true, cell: ({ perKg }) => (perKg ? <Price value={perKg} /> : '–') },
  {
    key: 'free',
    header: 'Free from',
    numeric: true,
    cell: ({ freeFrom }) => (freeFrom === null ? '–' : formatMoney(freeFrom)),
  },
]

const RATES: Column<Rate>[] = [
  { key: 'country', header: 'Country', phone: 'name', cell: ({ country }) => countryNameOf(country) },
  { key: 'buyers', header: 'For', cell: ({ buyers }) => BUYER_WORDS[buyers] },
  { key: 'name', header: 'Name', cell: ({ name }) => name },
  { key: 'percent', header: 'Per cent', numeric: true, cell: ({ percent }) => percent },
  { key: 'shipping', header: 'On shipping', cell: ({ onShipping }) => (onShipping ? 'yes' : 'no') },
]

function ShowsTax({ showsTax }: { showsTax: boolean }) {
  const { busy, change } = useRowChange()
  const isBusy = busy.length > 0
  const handleChange = (next: boolean) =>
    change({
      id: 'showsTax',
      call: () => ask(client['sum-settings'].$put({ json: { showsTax: next } })),
      done: next ? 'Carts show sums with their tax.' : 'Carts show sums without tax.',
    })
  return (
    <Panel title="Sums in carts" hint="Receipts always name the tax by itself.">
      <div className="pad tight">
        <label className="tick">
          <input
            type="checkbox"
            checked={showsTax}
            aria-disabled={isBusy || undefined}
            onChange={({ target }) => isBusy || handleChange(target.checked)}
          />
          <span>Show parts, discount and shipping with their tax, once the country is told</span>
        </label>
      </div>
    </Panel>
  )
}
