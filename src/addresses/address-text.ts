/** How many addresses somebody keeps. */
export const MOST_ADDRESSES = 20

type Lines = { company: string; street: string; postcode: string; city: string }

/**
 * An address as an order has it, in one line. Contracts call it for a street that is too long as well; a pattern for
 * the break with the spaces around it would take quadratic time on a run of spaces.
 */
export const addressText = ({ company, street, postcode, city }: Lines) =>
  [company, ...street.split('\n').map((line) => line.trim()), `${postcode} ${city}`.trim()].filter(Boolean).join(', ')
