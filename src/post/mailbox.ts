const OF_GMAIL = /@(?:gmail|googlemail)\.com$/

/**
 * What a folded address is counted as: all tags of a mailbox together, apart from its address without one, so that tags
 * which somebody makes up use up nothing of the owner's. At most providers what follows a plus sign in front of the @ is a
 * tag, and at Gmail dots mean nothing. Other aliases of a provider are not known here.
 */
export function mailboxOf(recipient: string) {
  const untagged = recipient.replace(/\+[^@]*@/, '@')
  const name = untagged.slice(0, untagged.indexOf('@'))
  const mailbox = OF_GMAIL.test(untagged) ? `${name.replaceAll('.', '')}@gmail.com` : untagged
  return untagged === recipient ? mailbox : `tags of ${mailbox}`
}
