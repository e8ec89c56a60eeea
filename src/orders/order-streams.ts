import { shopIsBusy, tooMany } from '../wire/refusal.ts'

/** The most streams of one account, of one network, and of all together, at a node. */
const MOST_OF_ACCOUNT = 20
const MOST_OF_NETWORK = 200
const MOST = 1000
/** Milliseconds after which an idle stream sends a heartbeat and checks its session. */
const BEAT = 15_000
/** The Retry-After of a refused stream, in seconds. */
const AGAIN = 10

/** Who follows an order; `from` is the network of the request. */
type Follower = { orderId: string; accountId: string; from: string }

/** The open streams of this node by order. A LISTEN notification wakes a stream, which then reads the stored events. */
export class OrderStreams {
  readonly #following = new Set<Following>()
  #isClosed = false

  /** Throws Refusal too_many_requests, or unavailable while this node stops. */
  open(follower: Follower): Following {
    if (this.#isClosed) throw shopIsBusy()
    const open = [...this.#following]
    const own = open.filter(({ accountId }) => accountId === follower.accountId)
    if (own.length >= MOST_OF_ACCOUNT) throw tooMany('You follow too many orders at once. Close some pages.', AGAIN)
    // So that one place with many accounts does not use up the streams of everybody.
    const fromThere = open.filter(({ from }) => from === follower.from)
    if (fromThere.length >= MOST_OF_NETWORK)
      throw tooMany('Too many orders are followed at once from your network. Try again later.', AGAIN)
    if (open.length >= MOST) giveWay(open, fromThere.length)
    const following = new Following(follower, () => this.#following.delete(following))
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

/**
 * Ends the newest stream of the network that follows most, so that a few networks do not use up the node. Throws Refusal
 * unavailable if that one follows no more than a network that follows `count`, and the new stream.
 */
function giveWay(open: Following[], count: number) {
  const networks = Object.values(Object.groupBy(open, ({ from }) => from))
  const most = networks.reduce((a, b) => ((b?.length ?? 0) > (a?.length ?? 0) ? b : a)) ?? []
  if (most.length <= count + 1) throw shopIsBusy()
  most.at(-1)?.end()
}

/** One stream, which ends with its page, its session or its node. */
export class Following {
  readonly orderId: string
  readonly accountId: string
  readonly from: string
  isOver = false
  readonly #onEnd: () => void
  #isTold = false
  #wake = () => {}

  constructor({ orderId, accountId, from }: Follower, onEnd: () => void) {
    this.orderId = orderId
    this.accountId = accountId
    this.from = from
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
