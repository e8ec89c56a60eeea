import { grouped } from '../wire/grouped.ts'

const MINUTES = 60

/** `24 hours`, `1 hour`, `30 minutes`: how long an unpaid order is held, in words. */
export function inHours(hours = 24): string {
  const [count, unit] =
    hours >= 1 ? [Number(hours.toFixed(1)), 'hour'] : [Math.max(1, Math.round(hours * MINUTES)), 'minute']
  return `${grouped(count)} ${unit}${count === 1 ? '' : 's'}`
}
