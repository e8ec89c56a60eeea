/** A time as PostgreSQL's `recovery_target_time` has it, with its zone. */
const TIME = /^(2\d{3}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|([+-]\d\d)(?::?(\d\d))?)$/

/** The instant of a `recovery_target_time`, undefined for what is none and for what is after `now`. */
export function recoveryTime(text: string, now: Date): Date | undefined {
  const [written, day, clock, hours = '+00', minutes = '00'] = TIME.exec(text) ?? []
  const at = new Date(`${day}T${clock}${hours}:${minutes}`)
  return written && at < now && isDay(day) ? at : undefined
}

/** The 31st of February would become a day of March. */
const isDay = (day = '') => new Date(day).toISOString().startsWith(day)
