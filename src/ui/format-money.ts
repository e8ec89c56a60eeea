import { grouped } from '../wire/grouped.ts'

/** Dollars as the shop prints them: `1236` is "$1,236.00". */
export function formatMoney(dollars: number) {
  const [whole = '', cents] = Math.abs(dollars).toFixed(2).split('.')
  return `${dollars < 0 ? '-' : ''}$${grouped(Number(whole))}.${cents}`
}
