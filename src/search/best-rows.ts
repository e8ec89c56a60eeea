/** Rows and their scores; a higher score ranks first. */
type Scored = { rows: Uint32Array; scores: Uint32Array }
/** Whether the id of one row is smaller than that of another. */
type IsBefore = (one: number, other: number) => boolean

/** The best rows by score, at most `most`; of equal scores the smaller ids first. */
export function bestRows({ rows, scores }: Scored, most: number, isBefore: IsBefore): number[] {
  const [least, above] = leastOfBest(scores, most)
  const better: { row: number; score: number }[] = []
  const last = new Smallest(most - above, isBefore)
  for (let at = 0; at < scores.length; at++) {
    const [row, score] = [rows[at] ?? 0, scores[at] ?? 0]
    if (score > least) better.push({ row, score })
    else if (score === least) last.put(row)
  }
  better.sort((a, b) => b.score - a.score || (isBefore(a.row, b.row) ? -1 : 1))
  return [...better.map(({ row }) => row), ...last.inOrder()]
}

/** The lowest score among the best, and how many rows score higher. */
function leastOfBest(scores: Uint32Array, most: number): [least: number, above: number] {
  let highest = 0
  for (const score of scores) if (score > highest) highest = score
  const counts = new Uint32Array(highest + 1)
  for (const score of scores) counts[score] = (counts[score] ?? 0) + 1
  let above = 0
  for (let score = highest; score > 0; score--) {
    const count = counts[score] ?? 0
    if (above + count >= most) return [score, above]
    above += count
  }
  return [0, above]
}

/** Up to so many are kept sorted; more are sorted at the end. */
const FEW = 200

/** The rows with the smallest ids, found without sorting all rows. */
class Smallest {
  readonly #most: number
  readonly #isBefore: IsBefore
  #rows: number[] = []
  #last = -1

  constructor(most: number, isBefore: IsBefore) {
    this.#most = most
    this.#isBefore = isBefore
  }

  put(row: number) {
    const isFull = this.#rows.length >= this.#most && this.#most <= FEW
    if (isFull && (this.#most <= 0 || this.#isBefore(this.#last, row))) return
    this.#rows.push(row)
    if (this.#most > FEW || this.#rows.length < this.#most) return
    this.#rows = this.inOrder()
    this.#last = this.#rows.at(-1) ?? -1
  }

  inOrder() {
    return this.#rows.sort((a, b) => (this.#isBefore(a, b) ? -1 : 1)).slice(0, Math.max(0, this.#most))
  }
}

/** The rows that pass, with their scores; all of them without a test. */
export function thatPass(all: Scored, passes: ((row: number) => boolean) | undefined): Scored {
  if (!passes) return all
  const kept = Uint32Array.from(all.rows.keys()).filter((at) => passes(all.rows[at] ?? 0))
  return { rows: kept.map((at) => all.rows[at] ?? 0), scores: kept.map((at) => all.scores[at] ?? 0) }
}
