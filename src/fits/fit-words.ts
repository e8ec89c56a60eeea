import type { FitWord } from './contract.ts'

export const FIT_WORDS: Record<FitWord, string> = {
  fits: 'Fits',
  'not-in-list': 'Not in our list for this model',
  'other-kind': 'For another kind of appliance',
}

/** What fits first. */
export const FIT_ORDER: FitWord[] = ['fits', 'not-in-list', 'other-kind']
