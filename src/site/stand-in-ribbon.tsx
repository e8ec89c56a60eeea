import type { StandIn } from '../config.ts'
import { Ribbon } from '../ui/ribbon.tsx'
import { useSite } from './use-site.ts'

const NAMES: Record<StandIn, string> = { payments: 'Payments', mail: 'mail', google: 'Google' }
const inWords = new Intl.ListFormat('en-GB')

/** Says on every page which outside services are stand-ins. */
export function StandInRibbon() {
  const standIns = useSite()?.standIns ?? []
  if (!standIns.length) return null
  const names = inWords.format(standIns.map((standIn) => NAMES[standIn]))
  return (
    <Ribbon>
      <span>
        <b>Demonstration.</b> {names.charAt(0).toUpperCase() + names.slice(1)}{' '}
        {standIns.length > 1 ? 'are stand-ins.' : 'is a stand-in.'}
      </span>
    </Ribbon>
  )
}
