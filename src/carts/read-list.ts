import Papa from 'papaparse'

/** A line as it was typed, and what is read out of it. */
export type ReadLine = { typed: string; number: string; quantity: number; reference: string }

/** The places of the columns in a list; undefined where each line is read by what it looks like. */
export type Columns = { number: number; quantity?: number | undefined; reference?: number | undefined }

const NAMES = {
  number: /^(part|article|item|sku|mpn|number|no\.?|part (no\.?|number)|our number)$/i,
  quantity: /^(qty|quantity|pieces|pcs|count|amount)$/i,
  reference: /^(ref|reference|job|position|note|remark|your reference)$/i,
}

/** Reads a pasted list or a file: number, quantity and an own reference, by comma, semicolon, tab or spaces, line by line. */
export function readList(text: string, known?: Columns): { lines: ReadLine[]; columns: Columns | undefined } {
  const rows = text
    .split(/\r\n|\r|\n/)
    .map((typed) => ({ typed: typed.trim(), cells: cellsOf(typed) }))
    .filter(({ typed }) => typed !== '')
  const named = rows[0] && columnsOf(rows[0].cells)
  const columns = named ?? known
  const lines = (named ? rows.slice(1) : rows).map(({ typed, cells }) => ({ typed, ...lineOf(cells, columns) }))
  return { lines, columns }
}

function cellsOf(line: string): string[] {
  const { data } = Papa.parse<string[]>(line, { delimitersToGuess: ['\t', ';', ','] })
  const cells = (data[0] ?? []).map((cell) => cell.trim())
  if (cells.length === 1) return byWords(line.trim())
  const [first = '', ...rest] = cells
  // `EF-225, 4; Van 3`: two signs on one line.
  return rest.some(isWhole) || isWhole(first) || first === line.trim() ? cells : [...cellsOf(first), ...rest]
}

/** `EF-230 12`, `12 x EF-230`: the quantity stands at one end. */
function byWords(line: string): string[] {
  const first = /^(\d{1,6})\s*(?:x|×|pcs?|pieces)?\s+(\S.*)$/i.exec(line)
  const last = /^(.*\S)\s+(?:x|×)?\s*(\d{1,6})\s*(?:pcs?|pieces|x)?$/i.exec(line)
  if (last) return [last[1] ?? '', last[2] ?? '']
  return first ? [first[2] ?? '', first[1] ?? ''] : [line]
}

/** The columns of a head row; undefined where the first row is none. */
function columnsOf(cells: string[]): Columns | undefined {
  const at = (name: RegExp) => cells.findIndex((cell) => name.test(cell))
  const number = at(NAMES.number)
  if (number < 0) return undefined
  const [quantity, reference] = [at(NAMES.quantity), at(NAMES.reference)]
  return {
    number,
    ...(quantity >= 0 && { quantity }),
    ...(reference >= 0 && { reference }),
  }
}

function lineOf(cells: string[], columns: Columns | undefined) {
  const places = columns ?? guessed(cells)
  const whole = Number(/^\d+/.exec(cells[places.quantity ?? -1] ?? '')?.[0] ?? 1)
  return {
    number: cells[places.number] ?? '',
    quantity: Math.min(1_000_000, Math.max(1, whole)),
    reference: (cells[places.reference ?? -1] ?? '').slice(0, 60),
  }
}

const isWhole = (cell = '') => /^\d{1,6}$/.test(cell)

/** The quantity is the first whole number beside the part's number, which may be one of digits itself. */
function guessed(cells: string[]): Columns {
  const quantityFirst = isWhole(cells[0]) && !isWhole(cells[1]) && cells.length > 1
  if (quantityFirst) return { number: 1, quantity: 0, reference: 2 }
  const quantity = cells.findIndex((cell, at) => at > 0 && isWhole(cell))
  const reference = cells.findIndex((_, at) => at > 0 && at !== quantity)
  return { number: 0, ...(quantity > 0 && { quantity }), ...(reference > 0 && { reference }) }
}
