import { Link } from 'react-router'
import { useOpened } from '../accounts/session/form-dialog.tsx'
import type { useRowChange } from '../accounts/session/use-row-change.ts'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { dayAndTime, dayOf } from '../ui/format-time.ts'
import { whenOpen } from '../ui/when-open.tsx'
import { isClosedAddress } from '../wire/closed-address.ts'
import { carrierOf } from './carrier.ts'
import type { CorrectDialogProps } from './correct-dialog.tsx'
import type { OrderPage } from './order-page-contract.ts'
import type { Parcel } from './parcel-contract.ts'
import { partsIn } from './parts-in.ts'
import { slipPath } from './sheet-path.ts'

/** Fetched when a delivery is corrected. */
const CorrectDialog = whenOpen<CorrectDialogProps>(() => import('./correct-dialog.tsx'))

type ParcelsPanelProps = {
  page: OrderPage
  rowChange: ReturnType<typeof useRowChange>
  /** Whether each parcel has a link to its packing slip, and its delivery can be corrected while its buyer is here. */
  delivers: boolean
}

/** The parcels of an order, and the buttons that confirm their arrival. */
export function ParcelsPanel({ page, rowChange: { busy, change }, delivers }: ParcelsPanelProps) {
  const { _id: id, number, parcels, lines } = page
  const correcting = useOpened('correct', (parcel) =>
    parcels.find(({ _id, arrivedAt }) => _id === parcel && !arrivedAt),
  )
  const corrects = delivers && lines.every(({ email }) => !isClosedAddress(email))
  const handleArrived = ({ _id: parcel }: Parcel) =>
    change({
      id: parcel,
      call: () => ask(client.checkouts[':id'].arrived.$patch({ param: { id }, json: { parcel } })),
      done: 'Arrival noted',
      slip: { detail: number },
      failed: 'It was not noted. Try again.',
    })
  return (
    <>
      {parcels.length ? (
        <section className="panel top mt-6" aria-label="Parcels">
          <ul>
            {parcels.map((parcel) => (
              <ParcelRow
                key={parcel._id}
                page={page}
                parcel={parcel}
                delivers={delivers}
                pending={busy.includes(parcel._id)}
                onArrived={() => handleArrived(parcel)}
                onCorrect={corrects ? () => correcting.open(parcel) : undefined}
              />
            ))}
          </ul>
        </section>
      ) : null}
      {/* An open dialog stays when its parcel is gone: the shop's refusal is shown in it. */}
      {corrects ? (
        <CorrectDialog
          key={correcting.draft}
          open={correcting.opened !== undefined}
          asked={correcting.opened && { id, parcel: correcting.opened._id, name: number }}
          draft={correcting.draft}
          onClose={correcting.close}
        />
      ) : null}
    </>
  )
}

type ParcelRowProps = Pick<ParcelsPanelProps, 'page' | 'delivers'> & {
  parcel: Parcel
  pending: boolean
  onArrived: () => void
  onCorrect: (() => void) | undefined
}

function ParcelRow({ page, parcel, delivers, pending, onArrived, onCorrect }: ParcelRowProps) {
  const { sentAt, arrivedAt } = parcel
  const parts = partsIn(parcel, page.lines)
  const name = carrierOf(parcel) || parts
  return (
    <li className="parcel">
      <p>
        <b>{carrierOf(parcel) || 'Sent'}</b>
        <small>
          {parts}. Sent {dayAndTime(sentAt)}.
        </small>
      </p>
      {delivers ? (
        <Link to={slipPath(page, parcel)} aria-label={`Slip of ${name}`}>
          Slip
        </Link>
      ) : null}
      {onCorrect && !arrivedAt ? (
        <Button size="sm" aria-label={`Correct the delivery: ${name}`} onClick={onCorrect}>
          Correct
        </Button>
      ) : null}
      {arrivedAt ? (
        <span>Arrived {dayOf(arrivedAt)}</span>
      ) : (
        <Button size="sm" pending={pending} aria-label={`It arrived: ${name}`} onClick={onArrived}>
          It arrived
        </Button>
      )}
    </li>
  )
}
