/** The tags of a page, as its module's `handle`. */
export type PageHandle = {
  /** Equal for all users: cached as finished bytes, with the styles inlined. */
  kept?: true
  /** Stripe's hosts may be reached from it. */
  pays?: true
}

type Match = { route: { handle?: unknown } }

/** The handles of the matched routes, merged: a nested page inherits from its parent and may add to it. */
export const handleOf = (matches: Match[]): PageHandle => Object.assign({}, ...matches.map(({ route }) => route.handle))
