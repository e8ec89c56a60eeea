import { ask, client } from '../client.ts'
import type { Address, PutAddress } from './contract.ts'

/** Changes these fields of an address alone: the others stay as they are saved now, which another tab may have done since. */
export async function changeSaved(address: Address, changes: Partial<PutAddress>): Promise<Address> {
  const addresses = await ask(client.addresses.$get())
  const { _id: id, ...saved } = addresses.find(({ _id }) => _id === address._id) ?? address
  return ask(client.addresses[':id'].$put({ param: { id }, json: { ...saved, ...changes } }))
}
