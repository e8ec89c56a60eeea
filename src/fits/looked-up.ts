import { ownStore } from '../ui/own-store.ts'

/** The model that a part was looked up for, offered where the appliance is asked for; `model` is empty without one. */
export const lookedUp = ownStore('looked-up', { model: '', serial: '' })

/** `isExact`: the serial number itself, not one that stands for a range. */
export type Told = { serial: string; isExact: boolean }

/** Remembers the model, with a serial number that somebody has typed; that of the address may stand for a range. */
export function lookUp(model: string, told: Told | undefined) {
  const last = lookedUp.read()
  const known = last.model === model ? last.serial : ''
  lookedUp.write({ model, serial: told ? (told.isExact ? told.serial : '') : known })
}
