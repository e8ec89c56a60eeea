import type { AccountTemplate, NoticeTemplate } from '../mail.ts'
import { NO_BUTTON } from './frame.tsx'
import { type LinkWords, ONCE } from './link-mail.tsx'
import { greeted } from './typed.ts'

type Words = Omit<LinkWords, 'say' | 'kind' | 'hint'> & { say: (name: string) => string }

const WORDS: Record<AccountTemplate, Words> = {
  verify: {
    subject: 'Verify your e-mail for Parts House',
    preview: 'Then the account is known to be yours. The link works for one hour.',
    title: 'Verify your e-mail',
    say: (name) =>
      `${name}, your account at Parts House is made. Verify this address, so that nobody else can use it and your receipts reach you.`,
    act: 'Verify e-mail',
    foot: 'Somebody registered this address at Parts House. If it was not you, the page of the link closes the account.',
  },
  reset: {
    subject: 'Choose a new password for Parts House',
    preview: 'The link to a new password works for one hour.',
    title: 'Choose a new password',
    say: (name) => `${name}, choose a new password with this link. You are then signed out everywhere else.`,
    act: 'Choose a password',
    foot: 'Somebody asked for a new password for this address at Parts House. If it was not you, do nothing: the old password stays.',
  },
  change: {
    subject: 'Confirm your new e-mail for Parts House',
    preview: 'Your account gets this address once you confirm it. The link works for one hour.',
    title: 'Confirm your new e-mail',
    say: (name) =>
      `${name}, your account at Parts House is to have this address. Open the link where you are signed in, or type your password there.`,
    act: 'Confirm this e-mail',
    foot: 'Somebody entered this address for their account at Parts House. If it was not you, do nothing: without the link nothing changes.',
  },
  'take-back': {
    subject: 'Your e-mail at Parts House was changed',
    preview: 'If it was not you, take it back within one hour.',
    title: 'Your e-mail was changed',
    say: (name) =>
      `${name}, your account at Parts House has another address from now on. If it was not you, take it back within one hour: everybody is signed out, and you choose a new password.`,
    act: 'It was not me, take it back',
    foot: 'This is the last mail about the account to this address. If you changed it yourself, do nothing.',
  },
  proof: {
    subject: 'Show that it is you, for Parts House',
    preview: 'The link stands for a password. It works for one hour.',
    title: 'Show that it is you',
    say: (name) =>
      `${name}, your account at Parts House has no password. This link stands for it: open it where you are signed in, to change your e-mail or to delete the account.`,
    act: 'Open my security page',
    foot: 'Somebody who is signed in to your account asked for this. If it was not you, do not open it, and sign out of the other sessions on that page.',
  },
}

const NOTICES: Record<NoticeTemplate, Omit<LinkWords, 'kind'>> = {
  /** Says nothing about the requester, who gets no sign of this mail either. */
  'address-taken': {
    subject: 'You have an account at Parts House',
    preview: 'Somebody entered your address for another account. Nothing has changed.',
    title: 'This address has an account',
    say: 'Somebody who is signed in to another account wanted to give it this address. It stays yours, and nothing has changed.',
    act: 'Login',
    hint: `If it was you, log in with this address, or have it deleted first. ${NO_BUTTON}`,
    foot: 'If it was not you, do nothing.',
  },
  'password-changed': {
    subject: 'Your password at Parts House was changed',
    preview: 'If it was not you, choose another one at once.',
    title: 'Your password was changed',
    say: 'Your account at Parts House has a new password. Everybody who was signed in anywhere else is signed out.',
    act: 'It was not me, choose another',
    hint: NO_BUTTON,
    foot: 'If you changed it yourself, do nothing.',
  },
  'google-joined': {
    subject: 'Google opens your account at Parts House',
    preview: 'If it was not you, somebody else has the Google account of this address.',
    title: 'Google opens your account now',
    say: 'Somebody came to your account at Parts House with the Google account of this address, which opens it from now on. Everybody who was signed in is signed out.',
    act: 'It was not me, choose a password',
    hint: `A new password signs everybody out. Secure the Google account of this address first, which opens yours again at its next sign-in. ${NO_BUTTON}`,
    foot: 'If it was you, do nothing.',
  },
  /** To the person whose role it is. */
  'role-changed': {
    subject: 'Your role at Parts House was changed',
    preview: 'You are signed out; your account has another role at the next login.',
    title: 'Your role was changed',
    say: 'Somebody who may do so has given your account at Parts House another role. Everybody who was signed in to it is signed out.',
    act: 'Login',
    hint: NO_BUTTON,
    foot: 'If you do not know why, ask those who work at the shop.',
  },
  /** To all who may change roles, so that a stolen session makes nobody an admin unseen. */
  'roles-changed': {
    subject: 'A role at Parts House was changed',
    preview: 'The audit log says whose, and who did it.',
    title: 'A role was changed',
    say: 'Somebody at Parts House was given another role. The audit log says who, which one, and who did it.',
    act: 'Open the audit log',
    hint: `If none of you did it, take the role back, choose another password and end the sessions of whoever is named there as the one who did it. ${NO_BUTTON}`,
    foot: 'You get this mail because you may change roles at Parts House.',
  },
  /** The deletion needed a proof of ownership; this mail tells the owner if a thief had one. */
  'account-deleted': {
    subject: 'Your account at Parts House is deleted',
    preview: 'Your orders stay in the books without your name. This is the last mail.',
    title: 'Your account is deleted',
    say: 'Your account at Parts House is deleted, with its password and its sessions. What you bought stays in our books without your name.',
    act: 'Go to Parts House',
    hint: NO_BUTTON,
    foot: 'This is the last mail to this address. If you did not delete the account, answer by the contact form of the shop.',
  },
}

type AccountMail = { template: AccountTemplate; name: string } | { template: NoticeTemplate }

/** What a mail about the account says. */
export function accountWords(mail: AccountMail): LinkWords {
  if (!('name' in mail)) return { ...NOTICES[mail.template], kind: 'Account' }
  const { say, ...words } = WORDS[mail.template]
  return { ...words, kind: 'Account', hint: ONCE, say: say(greeted(mail.name)) }
}
