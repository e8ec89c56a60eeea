import { type RefCallback, useState } from 'react'

/** The way to a part of the page whose script may still be on its way: its handle, as soon as its `ref` has it. */
export function useLate<Handle>(): [Promise<Handle>, RefCallback<Handle>] {
  const [late] = useState(() => Promise.withResolvers<Handle>())
  const [ref] = useState(() => (handle: Handle | null) => {
    if (handle) late.resolve(handle)
  })
  return [late.promise, ref]
}
