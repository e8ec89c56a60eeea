import { shopIsBusy, tooMany } from '../wire/refusal.ts'

/** The most that one account, and all of them, follow at a node. */
const MOST_OF_ACCOUNT = 20
const MOST = 1000
/** Milliseconds in which a stream without news says that it is there and looks whether it may go on. */
const BEAT = 15_000
/** Seconds after which somebody whose stream is refused asks again. */
const AGAIN = 10

/** Who follows which order at this node. Word comes by LISTEN and wakes a stream; what it tells is read from the stored events. */
export class OrderStreams {
  readonly #following = new Set<Following>()
  #isClosed = false

  /** Throws Refusal too_many_requests, or unavailable when this node stops. */
  open(orderId: string, accountId: string): Following {
    if (this.#isClosed) throw shopIsBusy()
    const own = [...this.#following].filter((one) => one.accountId === accountId)
    if (own.length >= MOST_OF_ACCOUNT) throw tooMany('You follow too many orders at once. Close some pages.', AGAIN)
    if (this.#following.size >= MOST) throw shopIsBusy()
    const following = new Following(orderId, accountId, () => this.#following.delete(following))
    this.#following.add(following)
    return following
  }

  /** Something happened to an order. */
  tell(orderId: string) {
    for (const one of this.#following) if (one.orderId === orderId) one.tell()
  }

  /** Something may have happened to any order: word was not heard for a while. */
  tellAll() {
    for (const one of this.#following) one.tell()
  }

  /** Ends all streams; their pages go to another node. */
  close() {
    this.#isClosed = true
    for (const one of this.#following) one.end()
  }
}

/** One stream, from when it is opened until its page, its session or its node goes away. */
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

  /** Until there is word, also such as came before, or the beat or the end. */
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
