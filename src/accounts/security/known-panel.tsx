import { KeyValues } from '../../ui/key-values.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { OwnCounts } from '../own-data-contract.ts'

/** `November 2026`, in the reader's own time. */
const monthOf = (at: string) => new Date(at).toLocaleString('en-GB', { month: 'long', year: 'numeric' })

type KnownPanelProps = { name: string; email: string; kept: OwnCounts }

/** How much the shop keeps of somebody. */
export function KnownPanel({ name, email, kept: { counts, ordersSince } }: KnownPanelProps) {
  const words = counts.questions + counts.answers
  return (
    <Panel title="What is known">
      <KeyValues
        rows={[
          { label: 'Name and e-mail', value: `${name}, ${email}` },
          { label: 'Addresses', value: counts.addresses },
          { label: 'Orders', value: ordersSince ? `${counts.orders} since ${monthOf(ordersSince)}` : 0 },
          { label: 'Payments begun', value: counts.payments },
          { label: 'Cards', value: 'none; Stripe keeps them' },
          { label: 'Lines in your cart', value: counts.cart },
          { label: 'Lists', value: counts.lists },
          { label: 'Appliances', value: counts.appliances },
          { label: 'Reviews', value: counts.reviews },
          { label: 'Questions and answers', value: words },
          { label: 'Parts you asked for', value: counts.requests },
          { label: 'Mails you wait for', value: counts.alerts },
          { label: 'Messages to us', value: counts.messages },
          { label: 'Places you are signed in', value: counts.sessions },
          { label: 'Looked at', value: 'not kept' },
        ]}
      />
    </Panel>
  )
}
