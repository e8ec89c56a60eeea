type Work = () => unknown

/** Milliseconds of the quickest of five rounds of each. The rounds alternate, so that what stops one stops the other. */
export async function quickest(...works: [Work, Work]): Promise<[number, number]> {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < 5; round++)
    for (const [at, work] of works.entries()) {
      const begun = performance.now()
      await work()
      best[at] = Math.min(best[at] ?? 0, performance.now() - begun)
    }
  return best
}
