import type { StandIn } from '../config/config.ts'
import { useSite } from '../document/use-site.ts'
import { Ribbon } from '../ui/ribbon.tsx'

const NAMES: Record<StandIn, string> = { payments: 'Payments', mail: 'mail', google: 'Google' }

/** Says on every page which outside services are stand-ins. */
export function StandInRibbon() {
  const { standIns = [], limitsOff = false } = useSite() ?? {}
  if (!standIns.length && !limitsOff) return null
  return (
    <Ribbon>
      <span>
        <b>Demonstration.</b> {standIns.length ? sentenceOf(standIns) : null} {limitsOff ? 'Limits off.' : null}
      </span>
    </Ribbon>
  )
}

function sentenceOf(standIns: StandIn[]) {
  const names = standIns
    .map((standIn) => NAMES[standIn])
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ')
  const are = standIns.length > 1 ? 'are stand-ins.' : 'is a stand-in.'
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} ${are}`
}
