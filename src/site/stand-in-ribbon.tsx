import { useSite } from '../document/use-site.ts'
import { Ribbon } from '../ui/ribbon.tsx'

/** Says on every page which outside services are stand-ins. */
export function StandInRibbon() {
  const words = useSite()?.demonstration
  if (!words) return null
  return (
    <Ribbon>
      <span>
        <b>Demonstration.</b> {words}
      </span>
    </Ribbon>
  )
}
