import { useId } from 'react'
import { AddForm, AddQuantity } from '../carts/add-form.tsx'
import type { Product } from '../products/contract.ts'

/** The quantity and Add of a row; Enter adds. */
export function AddCells({ part }: { part: Product }) {
  const form = useId()
  return (
    <>
      <td className="q">
        <AddQuantity part={part} form={form} />
      </td>
      <td className="act">
        <AddForm part={part} id={form} />
      </td>
    </>
  )
}
