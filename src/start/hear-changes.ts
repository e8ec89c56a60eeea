import { listenForChanges } from '../database/change-notices.ts'
import type { PageCache } from '../document/page-cache.ts'
import type { Shop } from '../shop.ts'

type Kept = Pick<PageCache, 'changed' | 'listening'>

/** Tells kept pages, replicas and the streams of orders what changed, here and at other nodes, until `signal` aborts. */
export const hearChanges = ({ direct, reads, orderStreams }: Shop, signal: AbortSignal, kept?: Kept) =>
  listenForChanges(
    direct,
    {
      changed: () => kept?.changed(),
      listening(isListening) {
        kept?.listening(isListening)
        if (isListening) orderStreams.tellAll()
      },
      orderMoved: (id) => orderStreams.tell(id),
      ...(reads.hasReplicas && { reached: (position) => void reads.reached(position) }),
    },
    signal,
  )
