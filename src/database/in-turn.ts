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

/** Runs at most `most` works of one key at once; later ones of this key wait, those of others do not. */
export function inTurnByKey(most: number) {
  const queues = new Map<string, { turn: <T>(work: () => Promise<T>) => Promise<T>; count: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { turn: inTurn(most, (work) => work()), count: 0 }
    queues.set(key, queue)
    queue.count++
    try {
      return await queue.turn(work)
    } finally {
      queue.count--
      if (queue.count === 0) queues.delete(key)
    }
  }
}
