import { useState } from 'react'
import { useSessionLost } from '../accounts/session/use-session-lost.ts'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { toastBad, toastOk } from '../ui/toast.ts'
import { ProblemError } from '../wire/problem-error.ts'
import type { StoredProduct } from './contract.ts'

/** Says that a product is archived, and puts it on sale again. */
export function RestoreNote({ product, onRestored }: { product: StoredProduct; onRestored: () => void }) {
  const [pending, setPending] = useState(false)
  const sessionLost = useSessionLost()
  const handleRestore = async () => {
    setPending(true)
    try {
      await ask(client.product[':id'].restore.$post({ param: { id: product._id } }))
      toastOk(`${product.name} is on sale again`)
      onRestored()
    } catch (error) {
      if (await sessionLost(error)) return
      toastBad(error instanceof ProblemError ? error.message : 'The product is still archived. Try again.')
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="note mb-6" role="status">
      <span className="no" aria-hidden="true">
        !
      </span>
      <span className="mr-auto">
        <b className="strong">This part is archived.</b> Nobody can see or order it. Orders that hold it are not
        changed.
      </span>
      <Button size="sm" variant="key" pending={pending} onClick={handleRestore}>
        Restore
      </Button>
    </div>
  )
}
