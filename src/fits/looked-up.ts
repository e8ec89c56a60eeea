import { ownStore } from '../ui/own-store.ts'

/** The model that one came to a part from, offered where the appliance is asked for; `model` is empty without one. */
export const lookedUp = ownStore('looked-up', { model: '', serial: '' })
