import type { FitWord } from './contract.ts'

export const FIT_WORDS: Record<FitWord, string> = {
  fits: 'Fits',
  'not-in-list': 'Not in our list for this model',
  'other-kind': 'For another kind of appliance',
}
