import { classes } from '../ui/classes.ts'
import type { FitWord } from './contract.ts'
import { FIT_WORDS } from './fit-words.ts'
import { useFit } from './use-fit.ts'

const MARKS: Record<FitWord, string> = { fits: 'fits', 'not-in-list': 'unlisted', 'other-kind': 'other' }

type FitStatusProps = { fit: FitWord; size?: 'sm' | 'md' | undefined }

/** A fit as icon and words, never by colour alone. */
export const FitStatus = ({ fit, size = 'sm' }: FitStatusProps) => (
  <span className={classes('st', MARKS[fit], size === 'sm' && size)}>{FIT_WORDS[fit]}</span>
)

/** Whether a product fits the chosen appliance; nothing when none is chosen. `product` is an id or a number. */
export function FitMark({ product, size }: { product: string; size?: 'sm' | 'md' | undefined }) {
  const fit = useFit(product)
  return fit ? <FitStatus fit={fit.fit} size={size} /> : null
}
