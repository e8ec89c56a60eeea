import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Product } from '../products/contract.ts'
import { INVALID_QUANTITY, isValidQuantity } from '../products/quantity.ts'
import { toWhole } from '../ui/stepper.tsx'

/**
 * The quantity of a product. The confirmed one is in the URL, so it survives a login, a reload and a missing script.
 */
export function useQuantity(product: Product) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('quantity')
  const confirmed = orderable(product, toWhole(asked ?? ''))
  const [typed, setTyped] = useState(asked === null ? product.minOrder : toWhole(asked))
  const [error, setError] = useState(asked === null || confirmed ? undefined : INVALID_QUANTITY)
  const possible = orderable(product, typed)

  const handleType = (value: number | null) => {
    setTyped(value)
    setError(undefined)
  }
  /** False when the typed quantity cannot be ordered. */
  const confirm = () => {
    setError(possible ? undefined : INVALID_QUANTITY)
    // A navigation to the same address would load the product, and its price, anew.
    if (possible && possible !== confirmed)
      setParams(withQuantity(params, possible), { replace: true, preventScrollReset: true })
    return possible > 0
  }
  return {
    typed,
    /** The typed quantity, or 0 when it cannot be ordered. */
    possible,
    /** The typed and confirmed quantity, else 0. */
    quantity: possible === confirmed ? confirmed : 0,
    error,
    setTyped,
    setError,
    handleType,
    confirm,
  }
}

const orderable = (product: Product, typed: number | null) =>
  typed !== null && isValidQuantity(product, typed) ? typed : 0

/** The page's query with a quantity; 0 leaves the query as it is. */
export function withQuantity(params: URLSearchParams, quantity: number) {
  const next = new URLSearchParams(params)
  if (quantity) next.set('quantity', String(quantity))
  return next
}
