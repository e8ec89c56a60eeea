import type { z } from 'zod'

type Priced = { unitPrice: number; minOrder: number; priceBreaks?: { from: number; unitPrice: number }[] | undefined }

/** What is wrong with the price breaks of a product, in their order; undefined when nothing is. */
export function faultOfBreaks({ priceBreaks = [], unitPrice, minOrder }: Priced): string | undefined {
  let before = { from: minOrder, unitPrice }
  for (const one of priceBreaks) {
    const place = before.from === minOrder ? `the minimum order of ${minOrder}` : `the ${before.from} before it`
    if (one.from <= before.from) return `A price begins at more pieces than ${place}.`
    if (one.unitPrice >= before.unitPrice)
      return `The price from ${one.from} pieces on is lower than the one before it.`
    before = one
  }
  return undefined
}

/** `faultOfBreaks` as a check of a form's contract, at the field of the breaks. */
export function breaksFit(sent: Priced, { addIssue }: Pick<z.RefinementCtx, 'addIssue'>) {
  const message = faultOfBreaks(sent)
  if (message) addIssue({ code: 'custom', path: ['priceBreaks'], message })
}
