import type { ServerResponse } from 'node:http'

/** Whose work it is, such as the response of a request: once it closes, nobody waits for the work any more. */
type Client = Pick<ServerResponse, 'once' | 'off' | 'destroyed'>

/** Thrown instead of a work that is not begun: too many of its key wait already, or its client has left the queue. */
export class NoTurn extends Error {}

/** So many places, and a queue for them in which nobody stays whose client has gone. */
class Places {
  readonly #waiting = new Set<() => void>()
  readonly #most: number
  #free: number

  constructor(most: number) {
    this.#most = most
    this.#free = most
  }

  get waiting() {
    return this.#waiting.size
  }

  get isIdle() {
    return this.#free === this.#most
  }

  async take(client?: Client) {
    if (this.#free > 0) {
      this.#free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        client?.off('close', leave)
        resolve()
      }
      const leave = () => {
        this.#waiting.delete(begin)
        reject(new NoTurn())
      }
      this.#waiting.add(begin)
      client?.once('close', leave)
    })
  }

  giveBack() {
    const [next] = this.#waiting
    if (!next) {
      this.#free++
      return
    }
    this.#waiting.delete(next)
    next()
  }
}

/** Runs `work` at most `most` times at once; later calls wait in a queue. */
export function inTurn<Args extends unknown[], T>(most: number, work: (...args: Args) => Promise<T>) {
  const places = new Places(most)
  return async (...args: Args) => {
    await places.take()
    try {
      return await work(...args)
    } finally {
      places.giveBack()
    }
  }
}

/**
 * Runs at most `most` works of one key at once; later ones of this key wait, those of others do not. A work keeps its
 * place for `heldFor` milliseconds at least, also once its answer is there. Throws NoTurn when `mostWaiting` of the key
 * wait already, and when the client has gone before its work was begun.
 */
export function inTurnByKey(most: number, heldFor = 0, mostWaiting = Number.POSITIVE_INFINITY) {
  const keys = new Map<string, Places>()
  return async <T>(key: string, work: () => Promise<T>, client?: Client): Promise<T> => {
    const places = keys.get(key) ?? new Places(most)
    if (client?.destroyed || places.waiting >= mostWaiting) throw new NoTurn()
    keys.set(key, places)
    await places.take(client)
    const leave = () => {
      places.giveBack()
      if (places.isIdle) keys.delete(key)
    }
    const held = heldFor && new Promise((free) => setTimeout(free, heldFor))
    try {
      return await work()
    } finally {
      if (held) void held.then(leave)
      else leave()
    }
  }
}
