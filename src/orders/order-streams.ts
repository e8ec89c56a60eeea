import { shopIsBusy, tooMany } from '../wire/refusal.ts'

/** The most streams of one account, and of all accounts, at a node. */
const MOST_OF_ACCOUNT = 20
const MOST = 1000
/** Milliseconds after which an idle stream sends a heartbeat and checks its session. */
const BEAT = 15_000
/** The Retry-After of a refused stream, in seconds. */
const AGAIN = 10

/** The open streams of this node by order. A LISTEN notification wakes a stream, which then reads the stored events. */
export class OrderStreams {
  readonly #following = new Set<Following>()
  #isClosed = false

  /** Throws Refusal too_many_requests, or unavailable while this node stops. */
  open(orderId: string, accountId: string): Following {
    if (this.#isClosed) throw shopIsBusy()
    const own = [...this.#following].filter((one) => one.accountId === accountId)
    if (own.length >= MOST_OF_ACCOUNT) throw tooMany('You follow too many orders at once. Close some pages.', AGAIN)
    if (this.#following.size >= MOST) throw shopIsBusy()
    const following = new Following(orderId, accountId, () => this.#following.delete(following))
    this.#following.add(following)
    return following
  }

  /** Wakes the streams of an order. */
  tell(orderId: string) {
    for (const one of this.#following) if (one.orderId === orderId) one.tell()
  }

  /** Wakes all streams, since notifications may have been missed. */
  tellAll() {
    for (const one of this.#following) one.tell()
  }

  /** Ends all streams; their pages reconnect to another node. */
  close() {
    this.#isClosed = true
    for (const one of this.#following) one.end()
  }
}

/** One stream, which ends with its page, its session or its node. */
export class Following {
  readonly orderId: string
  readonly accountId: string
  isOver = false
  readonly #onEnd: () => void
  #isTold = false
  #wake = () => {}

  constructor(orderId: string, accountId: string, onEnd: () => void) {
    this.orderId = orderId
    this.accountId = accountId
    this.#onEnd = onEnd
  }

  tell() {
    this.#isTold = true
    this.#wake()
  }

  end() {
    if (this.isOver) return
    this.isOver = true
    this.#onEnd()
    this.#wake()
  }

  /** Resolves at a notification, also one that came before the call, at the heartbeat, or at the end. */
  async word() {
    if (!this.#isTold && !this.isOver) {
      await new Promise<void>((resolve) => {
        const beat = setTimeout(resolve, BEAT)
        beat.unref()
        this.#wake = () => {
          clearTimeout(beat)
          resolve()
        }
      })
    }
    this.#isTold = false
  }
}
