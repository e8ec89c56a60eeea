import { isIP } from 'node:net'

/** What a customer has, by which clients are counted: an IPv4 address, or the /56 of an IPv6 one. */
export function networkOf(address: string) {
  if (isIP(address) !== 6) return address
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535'
  const isTranslated = groups.slice(0, 6).join() === '100,65435,0,0,0,0'
  if (isMapped || isTranslated)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  const [a = 0, b = 0, c = 0, d = 0] = groups
  return [a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')
}

/** The eight groups of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const [front, back] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const middle = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill('0')
  return [...front, ...middle, ...back].map((group) => Number.parseInt(group, 16))
}

/** Of what `networkOf` answers the site, for what few may do at a time: of IPv6 the /48, which an office or a tunnel has. */
export const siteOf = (address: string) => (address.includes(':') ? address.split(':', 3).join(':') : address)
