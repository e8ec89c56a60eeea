const INVISIBLE = /\p{Cf}/gu
/** The signs of an address of the web or of mail, and a number to call. */
const LEADS_AWAY = /[:/@\\<>]|www|[.。]\S|\p{N}(?:[^\p{L}\p{N}]*\p{N}){5}/iu
const LONGEST = 60

/**
 * The name in a mail's greeting. Anybody can sign up with a stranger's address, so a name that a mail program would
 * turn into a link, or that holds a phone number, is not repeated.
 */
export function greeted(name: string) {
  const seen = name.normalize('NFKC').replace(INVISIBLE, '')
  return LEADS_AWAY.test(seen) || seen.length > LONGEST ? 'Hello' : name
}

/** Puts spaces into the addresses of a typed text, so that no mail program makes a link of them. */
export const unlinked = (text: string) =>
  text
    .replace(INVISIBLE, '')
    .replace(/(?<!\d)([.:@\\。．｡])(?=\S)|([.:@\\。．｡])(?=[^\s\d])/g, '$& ')
    .replace(/\/(?=\/)/g, '/ ')
