/** Milliseconds of the quickest of five rounds, since a busy machine may stop any one of them for a while. */
export async function quickest(work: () => unknown): Promise<number> {
  const all: number[] = []
  for (let round = 0; round < 5; round++) {
    const begun = performance.now()
    await work()
    all.push(performance.now() - begun)
  }
  return Math.min(...all)
}
