import type { Product } from '../products/contract.ts'
import { fullName } from '../products/full-name.ts'
import { classes } from '../ui/classes.ts'
import { toastBad } from '../ui/toast.ts'
import { comparedOf, toggleCompared, useCompared } from './compared.ts'

/** Without a script the ticks belong to this form of the list. */
export const COMPARE_FORM = 'compare'

type CompareTickProps = { part: Product; withWord?: boolean }

/** Puts a part into the tray of what is compared. */
export function CompareTick({ part, withWord = false }: CompareTickProps) {
  const isIn = useCompared().some(({ slug }) => slug === part.slug)
  return (
    <label className={classes('tick', !withWord && 'bare')}>
      <input
        type="checkbox"
        form={COMPARE_FORM}
        name="p"
        value={part.slug}
        checked={isIn}
        onChange={() => {
          if (!toggleCompared(comparedOf(part))) toastBad('Four at most. Take one away first.')
        }}
      />
      <span className={withWord ? undefined : 'vh'}>
        Compare<span className="vh"> {fullName(part)}</span>
      </span>
    </label>
  )
}
