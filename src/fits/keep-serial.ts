import { fetched } from '../ui/fetched.ts'
import { toastBad } from '../ui/toast.ts'
import type { Appliance } from './contract.ts'

/** Keeps a typed serial number with its appliance; one that cannot be stored counts on this page alone. */
export async function keepSerial({ model }: Pick<Appliance, 'model'>, serial: string) {
  try {
    const { keepHere } = await fetched(() => import('./keep-here.ts'))
    await keepHere({ model, serial })
  } catch (error) {
    toastBad(error instanceof Error ? error.message : String(error))
  }
}
