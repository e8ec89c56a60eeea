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

/** Thrown instead of a work whose key has as many waiting works as it may have. */
export class Crowded extends Error {}

/**
 * Runs at most `most` works of one key at once; later ones of this key wait, those of others do not. A work keeps its
 * place for `heldFor` milliseconds at least, also once its answer is there. Throws Crowded when `mostWaiting` of the key
 * wait already.
 */
export function inTurnByKey(most: number, heldFor = 0, mostWaiting = Number.POSITIVE_INFINITY) {
  const queues = new Map<string, { turn: (work: () => Promise<void>) => Promise<void>; count: number }>()
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { turn: inTurn(most, (work) => work()), count: 0 }
    if (queue.count >= most + mostWaiting) return Promise.reject(new Crowded())
    queues.set(key, queue)
    queue.count++
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    void queue.turn(async () => {
      const held = heldFor && new Promise((free) => setTimeout(free, heldFor))
      try {
        resolve(await work())
      } catch (error) {
        reject(error)
      }
      await held
      queue.count--
      if (queue.count === 0) queues.delete(key)
    })
    return promise
  }
}
