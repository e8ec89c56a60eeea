import { Frame, LinkAct, NO_BUTTON, Say, Title } from './frame.tsx'

export type LinkWords = {
  subject: string
  kind: string
  preview: string
  title: string
  say: string
  act: string
  hint: string
  foot: string
}

export const ONCE = `The link works for one hour and once. ${NO_BUTTON}`

export const newsletterWords = (template: 'newsletter-confirm' | 'newsletter-welcome'): LinkWords =>
  template === 'newsletter-confirm'
    ? {
        subject: 'Confirm the newsletter of Parts House',
        kind: 'Newsletter',
        preview: 'One click, and the newsletter comes to this address. The link works for one hour.',
        title: 'Confirm the newsletter',
        say: 'This address was entered in the newsletter box at Parts House. Confirm it, and you hear of new parts about once a month.',
        act: 'Confirm',
        hint: ONCE,
        foot: 'If it was not you, do nothing: without the link nothing more is sent to this address.',
      }
    : {
        subject: 'You get the newsletter of Parts House',
        kind: 'Newsletter',
        preview: 'Your address is confirmed. The link to unsubscribe is in this mail.',
        title: 'Your address is confirmed.',
        say: 'You hear of new parts about once a month. If you want no more of it, the button ends it at any time, without signing in.',
        act: 'Unsubscribe',
        hint: NO_BUTTON,
        foot: 'You get this mail because this address was confirmed for the newsletter of Parts House.',
      }

/** A mail that is there for its one link. */
export function LinkMail({ words, url }: { words: LinkWords; url: string }) {
  return (
    <Frame title={words.subject} kind={words.kind} preview={words.preview} foot={words.foot}>
      <Title>{words.title}</Title>
      <Say>{words.say}</Say>
      <LinkAct href={url} hint={words.hint}>
        {words.act}
      </LinkAct>
    </Frame>
  )
}
