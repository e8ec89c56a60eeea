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

type FitMarkProps = { product: string; model?: string | undefined; size?: 'sm' | 'md' | undefined }

/** Whether a product fits `model`, else the chosen appliance; nothing without either. `product` is an id or a number. */
export function FitMark({ product, model, size }: FitMarkProps) {
  const fit = useFit(product, model)
  return fit ? <FitStatus fit={fit.fit} size={size} /> : null
}
