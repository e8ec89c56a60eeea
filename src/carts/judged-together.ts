import { inBoxes, mostInBoxes } from '../products/quantity.ts'
import { type QuickLine, VERDICTS } from './contract.ts'

type Line = { reference: string; quantity: number; unread?: string | undefined; judged?: QuickLine | undefined }

/**
 * Judges the lines of a list by those before them: "twice" is said of a line that has the part and the reference of one
 * before it, "too few" also where the lines before it take what is left. `quantity` of a line is what was asked for; one
 * whose quantity is `unread` takes nothing, and is judged by itself.
 */
export function judgedTogether<L extends Line>(lines: L[]): L[] {
  const before = new Set<string>()
  const taken = new Map<string, number>()
  return lines.map((line) => {
    const { judged, reference, quantity: asked } = line
    const { product } = judged ?? {}
    if (!judged || !product) return line
    const { _id: id, stock } = product
    const isRead = line.unread === undefined
    const isTwice = isRead && before.has(`${id} ${reference}`)
    if (isRead) before.add(`${id} ${reference}`)
    const others = isRead ? (taken.get(id) ?? 0) : 0
    const boxed = inBoxes(product, asked)
    const most = mostInBoxes({ ...product, stock: stock - others })
    const isFew = boxed > most
    if (isRead && !isFew) taken.set(id, others + boxed)
    return {
      ...line,
      judged: {
        ...judged,
        quantity: Math.min(boxed, most),
        ...saying(judged, { isTwice, isFew, isBoxed: boxed !== asked }),
      },
    }
  })
}

type Together = { isTwice: boolean; isFew: boolean; isBoxed: boolean }

function saying(
  { verdicts: were }: QuickLine,
  { isTwice, isFew, isBoxed }: Together,
): Pick<QuickLine, 'verdict' | 'verdicts'> {
  const said = { twice: isTwice, 'too-few': isFew, multiple: isBoxed, ok: false }
  const verdicts = VERDICTS.filter((verdict) => (said as Record<string, boolean>)[verdict] ?? were.includes(verdict))
  const [verdict = 'ok'] = verdicts
  return { verdict, verdicts: verdicts.length > 0 ? verdicts : ['ok'] }
}
