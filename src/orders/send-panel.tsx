import { Button } from '../ui/button.tsx'
import { grouped } from '../wire/grouped.ts'
import type { Order } from './contract.ts'
import type { OrderPage } from './order-page-contract.ts'
import { TAKE_BACK_MS, TakeBack } from './take-back.tsx'
import type { useDelivery } from './use-delivery.tsx'

type SendPanelProps = { page: OrderPage; busy: string[]; delivery: ReturnType<typeof useDelivery> }

/** Where an admin sends what is paid, and takes that back as long as nobody was told. */
export function SendPanel({ page: { number, lines, takeBackMs }, busy, delivery }: SendPanelProps) {
  const toSend = lines.filter(({ status }) => status === 'paid')
  const sent = justSent(lines)
  const pending = lines.some(({ _id }) => busy.includes(_id))
  const isJustSent = sent.some(delivery.isJustSent)
  if (toSend.length > 0) {
    return (
      <section className="panel top mt-6" aria-label="Send it">
        <div className="pad form">
          <h2 className="text-20">Send it</h2>
          <ul>
            {toSend.map(({ _id, quantity, productName, productNumber }) => (
              <li key={_id}>
                {grouped(quantity)} of {productNumber ?? productName}
              </li>
            ))}
          </ul>
          <div className="acts">
            <Button variant="key" pending={pending} onClick={() => delivery.askToDeliver(toSend)}>
              Deliver
            </Button>
          </div>
        </div>
      </section>
    )
  }
  if (sent.length === 0 || !(isJustSent || takeBackMs > 0)) return null
  return (
    <section className="panel top mt-6" aria-label="Sent just now">
      <div className="pad flex flex-wrap items-center justify-between gap-3">
        <p>Sent. The customer is told ten seconds after it.</p>
        <TakeBack
          ms={isJustSent ? TAKE_BACK_MS : takeBackMs}
          label={`Take back the delivery of ${number}`}
          pending={pending}
          onTakeBack={() => delivery.takeBack(sent)}
        />
      </div>
    </section>
  )
}

/** The lines that went with the newest delivery. */
export function justSent(lines: Order[]) {
  const timeOf = ({ deliveredAt }: Order) => (deliveredAt ? Date.parse(deliveredAt) : 0)
  const newest = Math.max(...lines.map(timeOf))
  return lines.filter((line) => line.status === 'delivered' && timeOf(line) > newest - TAKE_BACK_MS)
}
