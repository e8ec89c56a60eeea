type Value = string | number

/** Encodes values as small numbers; 0 means no value. */
export class Codes<Of extends Value = string> {
  readonly values: (Of | undefined)[] = [undefined]
  readonly #codes = new Map<Of, number>()

  of(value: Of | null | undefined): number {
    if (value == null) return 0
    const known = this.#codes.get(value)
    if (known !== undefined) return known
    this.#codes.set(value, this.values.length)
    return this.values.push(value) - 1
  }

  /** An array by code with 1 where the value passes; code 0 never does. */
  passing(passes: (value: Of) => boolean): Uint8Array {
    return Uint8Array.from(this.values, (value) => (value !== undefined && passes(value) ? 1 : 0))
  }

  /** An array by code with 1 where the value is one of these words; without words every code passes. */
  within(words: readonly string[] | undefined): Uint8Array {
    if (!words) return new Uint8Array(this.values.length).fill(1)
    const wanted = new Set(words)
    return this.passing((value) => wanted.has(String(value)))
  }

  counted(counts: Uint32Array): Map<Of, number> {
    const of = new Map<Of, number>()
    for (const [code, value] of this.values.entries()) {
      const count = counts[code] ?? 0
      if (value !== undefined && count > 0) of.set(value, count)
    }
    return of
  }
}

/** One encoded value for each row. */
export class Column<Of extends Value = string> {
  readonly codes = new Codes<Of>()
  of = new Uint32Array(FIRST_SIZE)

  put(row: number, value: Of | null | undefined) {
    if (row >= this.of.length) this.of = grown(new Uint32Array(sizeFor(row)), this.of)
    this.of[row] = this.codes.of(value)
  }
}

const FIRST_SIZE = 1024
export const sizeFor = (row: number) => Math.max(FIRST_SIZE, 2 ** Math.ceil(Math.log2(row + 1)))

export function grown<T extends Uint8Array | Uint32Array | Float64Array>(into: T, from: T) {
  into.set(from)
  return into
}
