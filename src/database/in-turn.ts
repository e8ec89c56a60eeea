type Pace = {
  /** Milliseconds that a place is taken at least, however soon the work is done. */
  heldFor?: number
  /** Called when a place is free again. */
  onFree?: () => void
}

/** Runs `work` at most `most` times at once; later calls wait in a queue. */
export function inTurn<Args extends unknown[], T>(
  most: number,
  work: (...args: Args) => Promise<T>,
  { heldFor = 0, onFree }: Pace = {},
) {
  const waiting: (() => void)[] = []
  let free = most
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
    onFree?.()
  }
  return async (...args: Args) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    const begun = performance.now()
    try {
      return await work(...args)
    } finally {
      const rest = heldFor - (performance.now() - begun)
      if (heldFor > 0 && rest > 0) setTimeout(leave, rest)
      else leave()
    }
  }
}

/** Runs at most `most` works of one key at once; later ones of this key wait, those of others do not. */
export function inTurnByKey(most: number, heldFor = 0) {
  const queues = new Map<string, { turn: <T>(work: () => Promise<T>) => Promise<T>; count: number }>()
  const open = (key: string) => {
    const onFree = () => {
      queue.count--
      if (queue.count === 0) queues.delete(key)
    }
    const turn = inTurn(most, (work) => work(), { heldFor, onFree }) as <T>(work: () => Promise<T>) => Promise<T>
    const queue = { turn, count: 0 }
    queues.set(key, queue)
    return queue
  }
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? open(key)
    queue.count++
    return queue.turn(work)
  }
}
