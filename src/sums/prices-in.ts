import { ProblemError } from '../wire/problem-error.ts'

/** A comma alone only where no space stands, since `EF-23 0,50` would else be the price of EF-230. */
const LINE = /^(?:(.+?)(?:\s*[;,]?\s+|\s*;\s*)|([^\s,;]+),)\$?(\d+(?:\.\d{1,2})?)$/
/** `EF-23 1 250.00` would be the price of EF-231, and `EF-23;1 250.00` that of `EF-23;1`; `EF-23 1; 250.00` is one. */
const WITH_THOUSANDS = /[\s$;,]\d{1,3}[.,']?\s+\$?\d{3}(?:\.\d{1,2})?$/

/** A line as `pricesIn` reads it; a number with spaces needs a semicolon where figures would be read as thousands. */
export const pricedLine = (part: string, unitPrice: number) => `${part}${/\s/.test(part) ? ';' : ''} ${unitPrice}`

/** Reads a part number and a price from each line, separated by spaces, a comma or a semicolon. Throws ProblemError. */
export function pricesIn(text: string) {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  return lines.map((line) => {
    const [, spaced, alone, unitPrice] = LINE.exec(line) ?? []
    const part = spaced ?? alone
    if (!part || !unitPrice || WITH_THOUSANDS.test(line)) {
      const message = `Not a number and a price, such as EF-230 1250.50: ${line}`
      throw new ProblemError({ code: 'invalid', message, field: 'prices' }, 422)
    }
    return { part, unitPrice }
  })
}
