/** `PH-104417`: the number of an order as people say and write it. */
export const toOrderNumber = (number: number) => `PH-${number}`

/** The number in `PH-104417`, `ph 104417` or `104417`, undefined in anything else. It gives nobody a right. */
export function orderNumberIn(text: string): number | undefined {
  const digits = /^\s*(?:ph[\s-]*)?(\d{1,9})\s*$/i.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
