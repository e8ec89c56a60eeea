/** What a page says of itself, as its module's `handle`. */
export type PageHandle = {
  /** The same for everybody: kept as finished bytes, and sent with the styles in it. */
  kept?: true
  /** Stripe's hosts may be reached from it. */
  pays?: true
}

type Match = { route: { handle?: unknown } }

/** What the matched routes say; a page within another says the same as that one, and may add to it. */
export const handleOf = (matches: Match[]): PageHandle => Object.assign({}, ...matches.map(({ route }) => route.handle))
