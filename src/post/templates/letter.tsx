import { render, toPlainText } from '@react-email/render'
import type { ReactElement } from 'react'
import { ACCOUNT_TEMPLATES, type AccountTemplate, type Mail, NOTICE_TEMPLATES, type NoticeTemplate } from '../mail.ts'
import { accountWords } from './account-words.ts'
import { AnsweredMail } from './answered-mail.tsx'
import { BackMail, stockWords } from './back-mail.tsx'
import { ContactMail } from './contact-mail.tsx'
import { LinkMail, type LinkWords, newsletterWords } from './link-mail.tsx'
import { OrderMail, subjectOfOrderMail } from './order-mail.tsx'
import { PartFoundMail, PartRequestMail, RequestAnsweredMail } from './part-mails.tsx'
import { ReviewAskMail } from './review-ask-mail.tsx'

/** A mail ready to be sent. `links` are what a reader is asked to open. */
export type Letter = {
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
  links: string[]
  headers?: Record<string, string>
}

/** The sender's facts: the shop's origin and the address of its desk. */
export type Sender = { origin: string; desk: string }

const PLAIN = {
  preserveNewlines: true,
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: '[data-text-format="dataTable"]', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
}

export async function letterOf(mail: Mail, sender: Sender): Promise<Letter> {
  const { element, ...head } = compose(mail, sender)
  const html = await render(element)
  const links = [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  return { ...head, subject: oneLine(head.subject), html, text: plain(html), links: [...new Set(links)] }
}

const plain = (html: string) =>
  `${toPlainText(html, PLAIN)
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`

type Composed = Omit<Letter, 'html' | 'text' | 'links'> & { element: ReactElement }

type AccountMail = Extract<Mail, { template: AccountTemplate | NoticeTemplate }>

const OF_ACCOUNTS: readonly Mail['template'][] = [...ACCOUNT_TEMPLATES, ...NOTICE_TEMPLATES]
const isOfAccount = (mail: Mail): mail is AccountMail => OF_ACCOUNTS.includes(mail.template)

function compose(mail: Mail, { origin, desk }: Sender): Composed {
  if (isOfAccount(mail)) return linkMail(mail, accountWords(mail))
  switch (mail.template) {
    case 'newsletter-confirm':
      return linkMail(mail, newsletterWords(mail.template))
    case 'newsletter-welcome':
      return {
        ...linkMail(mail, newsletterWords(mail.template)),
        headers: unsubscribeHeaders(mail.url, '/api/newsletter/unsubscribe'),
      }
    case 'contact':
      return {
        to: desk,
        replyTo: mail.email,
        subject: `Contact: ${mail.subject || 'a message'}`,
        element: <ContactMail email={mail.email} subject={mail.subject} message={mail.message} />,
      }
    case 'part-request': {
      const { email, model, photo, words } = mail
      const element = <PartRequestMail email={email} model={model} photo={photo} words={words} />
      return { to: desk, replyTo: email, subject: `Part request: ${model || 'a part'}`, element }
    }
    case 'part-found':
    case 'request-answered':
      return { to: mail.to, replyTo: desk, ...answerOf(mail) }
    case 'stock-confirm':
      return linkMail(mail, stockWords(mail.part))
    case 'back-in-stock': {
      const element = <BackMail part={mail.part} stock={mail.stock} url={mail.url} stop={mail.stop} />
      const headers = unsubscribeHeaders(mail.stop, '/api/unsubscribe')
      return { to: mail.to, subject: `${mail.part.name} is back at Parts House`, headers, element }
    }
    case 'review-ask': {
      const element = <ReviewAskMail number={mail.number} parts={mail.parts} stop={mail.stop} />
      const headers = unsubscribeHeaders(mail.stop, '/api/unsubscribe')
      return { to: mail.to, subject: `How are the parts of ${mail.number}?`, headers, element }
    }
    case 'question-answered': {
      const { by, question, answer, part, url } = mail
      const element = <AnsweredMail by={by} question={question} answer={answer} part={part} url={url} />
      return { to: mail.to, replyTo: desk, subject: 'Your question at Parts House is answered', element }
    }
    default:
      return {
        to: mail.order.buyerEmail,
        replyTo: desk,
        subject: subjectOfOrderMail(mail),
        element: <OrderMail template={mail.template} order={mail.order} origin={origin} desk={desk} />,
      }
  }
}

const answerOf = (mail: Extract<Mail, { template: 'part-found' | 'request-answered' }>) =>
  mail.template === 'part-found'
    ? {
        subject: 'The part you asked for at Parts House',
        element: <PartFoundMail part={mail.part} answer={mail.answer} url={mail.url} />,
      }
    : {
        subject: 'About the part you asked for at Parts House',
        element: <RequestAnsweredMail answer={mail.answer} />,
      }

const linkMail = ({ to, url }: { to: string; url: string }, words: LinkWords): Composed => ({
  to,
  subject: words.subject,
  element: <LinkMail words={words} url={url} />,
})

/** RFC 8058: a mail program unsubscribes by one POST, without opening the page. */
function unsubscribeHeaders(page: string, path: string) {
  const { origin, searchParams } = new URL(page)
  const call = `${origin}${path}/${encodeURIComponent(searchParams.get('token') ?? '')}`
  return { 'List-Unsubscribe': `<${call}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a line break in a subject would begin a header of its own.
const BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** What somebody typed may look like an encoded word, which the mail program would decode. */
const oneLine = (text: string) => text.replace(BREAKS, ' ').replaceAll('=?', '= ?').trim()
