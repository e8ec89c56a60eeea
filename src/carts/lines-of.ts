/** The lines of a text, however they end. */
export const linesOf = (text: string) => text.split(/\r\n|\r|\n/)

/** Those of them that hold something. */
export const filledLines = (text: string) => linesOf(text).filter((line) => line.trim())

/** Whether all these lines stand in a text, of equal ones as many. */
export function holdsLines(text: string, lines: { typed: string }[]): boolean {
  const left = new Map<string, number>()
  for (const line of linesOf(text)) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1)
  return lines.every(({ typed }) => {
    const count = left.get(typed.trim()) ?? 0
    left.set(typed.trim(), count - 1)
    return count > 0
  })
}
