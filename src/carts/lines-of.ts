/** The lines of a text, however they end. */
export const linesOf = (text: string) => text.split(/\r\n|\r|\n/)
