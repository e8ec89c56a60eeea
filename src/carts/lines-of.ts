/** The lines of a text, however they end. */
export const linesOf = (text: string) => text.split(/\r\n|\r|\n/)

/** Those of them that hold something. */
export const filledLines = (text: string) => linesOf(text).filter((line) => line.trim())
