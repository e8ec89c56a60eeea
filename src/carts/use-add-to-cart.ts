import { useState } from 'react'
import { fetched } from '../ui/fetched.ts'
import { toastBad } from '../ui/toast.ts'
import { ProblemError } from '../wire/problem-error.ts'
import type { SoldPart } from './sold-part.ts'

/**
 * Adds pieces of a product to the cart; `added` is the quantity then in it. The code of the cart is loaded on the first
 * press.
 */
export function useAddToCart(product: SoldPart) {
  const [added, setAdded] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const add = async (quantity: number) => {
    setBusy(true)
    try {
      const { addToCart } = await fetched(() => import('./cart-in-browser.ts'))
      const { lines } = await addToCart([{ product, quantity }])
      const line = lines.find(({ productId, reference }) => productId === product._id && !reference)
      setAdded(line?.quantity ?? quantity)
    } catch (error) {
      toastBad(error instanceof ProblemError ? error.message : 'The cart was not stored. Try again.')
    } finally {
      setBusy(false)
    }
  }
  return { added, isBusy, add }
}
