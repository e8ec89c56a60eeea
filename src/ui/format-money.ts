const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Dollars as the shop prints them: `1236` is "$1,236.00". */
export const formatMoney = (dollars: number) => money.format(dollars)
