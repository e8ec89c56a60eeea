const OF_GMAIL = /@(?:gmail|googlemail)\.com$/

/**
 * The mailbox that a folded address leads to, to count what it gets. At most providers what follows a plus sign in front
 * of the @ is a tag, and at Gmail dots mean nothing. Other aliases of a provider are not known here.
 */
export function mailboxOf(recipient: string) {
  const untagged = recipient.replace(/\+[^@]*@/, '@')
  if (!OF_GMAIL.test(untagged)) return untagged
  return `${untagged.slice(0, untagged.indexOf('@')).replaceAll('.', '')}@gmail.com`
}
