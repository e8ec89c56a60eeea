const MARKS = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]
/** How a workbook begins, the newer kind and the older one. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** The text of a file as table programs write it: UTF-8, UTF-16 or Windows-1252; undefined for a workbook. */
export async function textOf(file: Blob): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const begins = (mark: number[]) => mark.every((byte, at) => bytes[at] === byte)
  if (WORKBOOKS.some(begins)) return undefined
  const marked = MARKS.find((mark) => begins(mark.bytes))?.encoding
  if (marked) return decoded(bytes, marked)
  // UTF-16 without a byte order mark has a zero byte beside each ASCII letter.
  if (bytes[1] === 0) return decoded(bytes, 'utf-16le')
  return decoded(bytes, bytes[0] === 0 ? 'utf-16be' : undefined)
}

function decoded(bytes: Uint8Array, encoding: string | undefined) {
  try {
    return new TextDecoder(encoding ?? 'utf-8', { fatal: encoding === undefined }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
