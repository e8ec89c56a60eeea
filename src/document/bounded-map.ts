type Most<T> = { entries?: number; bytes: number; sizeOf: (value: T) => number }

/** A map whose values are too many, or come to too many bytes, drops those that were used longest ago. */
export class BoundedMap<T> {
  readonly #values = new Map<string, T>()
  readonly #most: Required<Most<T>>
  #bytes = 0

  constructor(most: Most<T>) {
    this.#most = { entries: Number.POSITIVE_INFINITY, ...most }
  }

  get(key: string) {
    const value = this.#values.get(key)
    if (value && this.#values.delete(key)) this.#values.set(key, value)
    return value
  }

  set(key: string, value: T) {
    this.delete(key)
    this.#values.set(key, value)
    this.#bytes += this.#most.sizeOf(value)
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#most.entries && this.#bytes <= this.#most.bytes) return
      this.delete(oldest)
    }
  }

  delete(key: string) {
    const value = this.#values.get(key)
    if (value && this.#values.delete(key)) this.#bytes -= this.#most.sizeOf(value)
  }
}
