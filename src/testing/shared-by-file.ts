import { afterAll } from 'vitest'

/** Takes what closes a thing that was opened. */
export type OnEnd = (close: () => Promise<void>) => void

/** One thing for all the tests of a file: the first that asks opens it, and it is closed after the last. */
export function sharedByFile<T>(open: (onEnd: OnEnd) => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined
  let close = () => Promise.resolve()
  afterAll(() => close())
  return () => {
    opening ??= open((end) => {
      close = end
    })
    return opening
  }
}
