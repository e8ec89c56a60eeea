/** A size, a voltage, a value: what tells two parts of one kind apart. Later values cost more. */
export type Axis = { label: string; unit: string; values: (string | number)[] }

export type PartKind = {
  name: string
  /** Begins the part numbers. */
  prefix: string
  drawing: string
  /** Of the tree; `category` is the word on the page. */
  leaf: string
  category: string
  /** The price of one piece, in cents, with the first value of each axis. */
  cents: number
  minOrders: number[]
  axes: Axis[]
  note: string
}

export const axis = (label: string, unit: string, ...values: (string | number)[]): Axis => ({ label, unit, values })
export const mains = axis('Voltage', 'V', 115, 230)
export const length = (...values: number[]) => axis('Length', 'mm', ...values)
export const width = (...values: number[]) => axis('Width', 'mm', ...values)
