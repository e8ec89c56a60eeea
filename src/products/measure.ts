import { grouped } from '../wire/grouped.ts'

/** `2,400 rpm`, `−30 °C`, `R-600a`: number and unit do not part. */
export function measureOf(value: string | number, unit: string) {
  const text = typeof value === 'number' ? grouped(value).replace('-', '−') : value
  return unit ? `${text}\u00a0${unit}` : text
}
