const MOST = 4

/** The edit distance of two words, with a swap as one edit; beyond `most` any larger number. */
export function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1]
      const steps = Math.min(stepsIn(last, at) + 1, stepsIn(next, at - 1) + 1, stepsIn(last, at - 1) + (isSame ? 0 : 1))
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      next.push(isSwapped ? Math.min(steps, stepsIn(before, at - 2) + 1) : steps)
    }
    if (Math.min(...next) > most) return most + 1
    before = last
    last = next
  }
  return stepsIn(last, other.length)
}

const stepsIn = (row: number[], at: number) => row[at] ?? Number.POSITIVE_INFINITY

/** The letters of a word as bits, several letters to a bit. */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << word.charCodeAt(at)
  return letters
}

/** Whether two words differ in more letters than so many edits change: each replaces one letter by another at most. */
function isFarther(one: number, other: number, most: number): boolean {
  let changed = one ^ other
  for (let left = 2 * most; left > 0; left--) changed &= changed - 1
  return changed !== 0
}

/** The words at the smallest edit distance, those with the same first letter first, then the commonest. */
export function nearestOf(word: string, byLength: Map<number, string[]>, countOf: (word: string) => number): string[] {
  const most = Math.min(2, Math.floor(word.length / 3))
  if (word.length < 4) return []
  const found: { known: string; steps: number }[] = []
  const letters = lettersOf(word)
  let least = most
  for (let length = word.length - most; length <= word.length + most; length++) {
    for (const known of byLength.get(length) ?? []) {
      // Nearly all words end here, for a hundredth of what their distance costs.
      if (isFarther(letters, lettersOf(known), least)) continue
      const steps = distance(word, known, least)
      if (steps <= least) {
        least = steps
        found.push({ known, steps })
      }
    }
  }
  const begins = ({ known }: { known: string }) => (known[0] === word[0] ? 0 : 1)
  return found
    .filter(({ steps }) => steps === least)
    .sort((a, b) => begins(a) - begins(b) || countOf(b.known) - countOf(a.known))
    .slice(0, MOST)
    .map(({ known }) => known)
}
