/** The largest sum Stripe charges in one go, in cents. */
export const MAX_CENTS = 99_999_999

/** Dollars with at most two decimals, as the calls speak them, into whole cents. */
export const toCents = (dollars: number) => Math.round(dollars * 100)

export const toDollars = (cents: number) => cents / 100
