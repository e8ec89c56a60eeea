import { useState } from 'react'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { fetched } from '../ui/fetched.ts'
import { toastBad, toastOk } from '../ui/toast.ts'
import { chooseAppliance, useAppliances } from './appliances-here.ts'
import type { Appliance } from './contract.ts'

/** Saves and chooses a model as the user's appliance. */
export function KeepButton({ appliance, variant = 'key' }: { appliance: Appliance } & Pick<ButtonLook, 'variant'>) {
  const { list, chosen } = useAppliances()
  const [pending, setPending] = useState(false)
  const { slug } = appliance.model
  const kept = list.find(({ model }) => model.slug === slug)
  const isMine = kept !== undefined && chosen === slug
  const isSame = kept?.serial === appliance.serial || appliance.serial === ''

  const handleKeep = async () => {
    setPending(true)
    try {
      const { addHere } = await fetched(() => import('./keep-here.ts'))
      await addHere(appliance)
      chooseAppliance(slug)
      toastOk(`${appliance.model.maker} ${appliance.model.number} is your appliance.`)
    } catch (error) {
      toastBad(error instanceof Error ? error.message : String(error))
    }
    setPending(false)
  }
  if (isMine && isSame)
    return (
      <Button aria-pressed onClick={() => chooseAppliance(null)}>
        Your appliance
      </Button>
    )
  const keep = kept ? 'Use as my appliance' : 'Save as my appliance'
  return (
    <Button variant={variant} pending={pending} onClick={handleKeep}>
      {isMine ? 'Save the serial number' : keep}
    </Button>
  )
}
