import { isIP } from 'node:net'

/** What a customer has, by which clients are counted: an IPv4 address, or the /56 of an IPv6 one. */
export function networkOf(address: string) {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const back = (tail ?? '').split(':').filter(Boolean)
  const middle = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const [a = 0, b = 0, c = 0, d = 0] = [...front, ...middle, ...back].map((part) => Number.parseInt(part, 16))
  return [a, b, c, d & 0xff00].map((part) => part.toString(16)).join(':')
}

/** Of what `networkOf` answers the site, for what few may do at a time: of IPv6 the /48, which an office or a tunnel has. */
export const siteOf = (address: string) => (address.includes(':') ? address.split(':', 3).join(':') : address)
