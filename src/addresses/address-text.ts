/** How many addresses somebody keeps. */
export const MOST_ADDRESSES = 20

type Lines = { company: string; street: string; postcode: string; city: string }

/** An address as an order has it, in one line. */
export const addressText = ({ company, street, postcode, city }: Lines) =>
  [company, inOneLine(street), `${postcode} ${city}`.trim()].filter(Boolean).join(', ')

/** The address of an order below its company, which stands in it where it was chosen from those that are kept. */
export const belowCompany = (address: string, company: string) =>
  company && address.startsWith(`${company}, `) ? address.slice(company.length + 2) : address

/**
 * Several lines for a field of one, which would drop the breaks and join a house number with a postcode. Contracts call
 * it for a street that is too long as well; a pattern for a break with the spaces around it would take quadratic time on
 * a run of spaces.
 */
export const inOneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')
