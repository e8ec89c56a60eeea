/** Runs `work` at most `most` times at once; later calls wait in a queue. */
export function inTurn<Args extends unknown[], T>(most: number, work: (...args: Args) => Promise<T>) {
  const waiting: (() => void)[] = []
  let free = most
  return async (...args: Args) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work(...args)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
