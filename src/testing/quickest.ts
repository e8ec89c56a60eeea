type Work = () => unknown

/** Milliseconds of the quickest of five rounds of each. The rounds alternate, so that what stops one stops the other. */
export async function quickest(first: Work, second: Work): Promise<[number, number]> {
  let [one, other] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < 5; round++) {
    one = Math.min(one, await timed(first))
    other = Math.min(other, await timed(second))
  }
  return [one, other]
}

async function timed(work: Work) {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
