const INVISIBLE = /\p{Cf}/gu
/** The signs of an address of the web or of mail, and a number to call. */
const LEADS_AWAY = /[:/@\\<>]|www|[.。]\S|\d(?:[\s().-]*\d){5}/i
const LONGEST = 60

/**
 * How somebody is addressed. Anybody can sign up with a stranger's address: a name that a mail program would turn into
 * a link, or that asks for a call, is not repeated.
 */
export function greeted(name: string) {
  const seen = name.normalize('NFKC').replace(INVISIBLE, '')
  return LEADS_AWAY.test(seen) || seen.length > LONGEST ? 'Hello' : name
}

/** A typed text in which no mail program finds a link: what an address is made of stands apart. */
export const unlinked = (text: string) =>
  text
    .replace(INVISIBLE, '')
    .replace(/(?<!\d)([.:@\\。．｡])(?=\S)|([.:@\\。．｡])(?=[^\s\d])/g, '$& ')
    .replace(/\/(?=\/)/g, '/ ')
