/** At most providers, what follows a plus sign in front of the @ is a tag, and the mail comes to the same mailbox. */
export const mailboxOf = (recipient: string) => recipient.replace(/\+[^@]*@/, '@')
