import { formatMoney } from '../../ui/format-money.ts'
import { toDollars } from '../../wire/money.ts'

const NBSP = '\u00a0'

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** 21 November 2026, whose parts do not break; days and times are UTC, since a mail knows no time zone. */
export const day = (date: Date) => days.format(date).replaceAll(' ', NBSP)
export const dayAndTime = (date: Date) => `${day(date)}, ${times.format(date)}${NBSP}UTC`

export const money = (cents: number) => formatMoney(toDollars(cents))
