/** How many addresses somebody keeps. */
export const MOST_ADDRESSES = 20

type Lines = { company: string; street: string; postcode: string; city: string }

/** An address as an order has it, in one line. */
export const addressText = ({ company, street, postcode, city }: Lines) =>
  [company, ...street.split(/\s*\n\s*/), `${postcode} ${city}`.trim()].filter(Boolean).join(', ')
