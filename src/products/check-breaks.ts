import type { z } from 'zod'
import { formatMoney } from '../ui/format-money.ts'
import { grouped } from '../wire/grouped.ts'

type Priced = { unitPrice: number; minOrder: number; priceBreaks?: { from: number; unitPrice: number }[] | undefined }

/** What is wrong with the price breaks of a product, in their order, and at which figure; undefined when nothing is. */
export function faultOfBreaks({ priceBreaks = [], unitPrice, minOrder }: Priced) {
  let before = { from: minOrder, unitPrice }
  for (const [at, one] of priceBreaks.entries()) {
    if (one.from <= before.from) {
      const most = at === 0 ? `the minimum order of ${grouped(minOrder)}` : `the ${grouped(before.from)} before it`
      return { at, part: 'from', message: `Enter more pieces than ${most}` } as const
    }
    if (one.unitPrice >= before.unitPrice) {
      const message = `The price from ${grouped(one.from)} on must be lower than the ${formatMoney(before.unitPrice)} before it`
      return { at, part: 'unitPrice', message } as const
    }
    before = one
  }
  return undefined
}

/** `faultOfBreaks` as a check of a form's contract, at the faulty figure. */
export function breaksFit(sent: Priced, { addIssue }: Pick<z.RefinementCtx, 'addIssue'>) {
  const fault = faultOfBreaks(sent)
  if (fault) addIssue({ code: 'custom', path: ['priceBreaks', fault.at, fault.part], message: fault.message })
}
