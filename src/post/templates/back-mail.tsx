import { pcs } from '../../products/per-pieces.ts'
import { grouped } from '../../wire/grouped.ts'
import { Facts } from './facts.tsx'
import { Frame, Gap, LinkAct, Say, Title } from './frame.tsx'
import { type LinkWords, ONCE } from './link-mail.tsx'
import { Stop } from './stop.tsx'
import { money } from './words.ts'

type Called = { name: string; number: string | null }

/** The words of the mail that proves an address before anything else comes to it. */
export const stockWords = ({ name, number }: Called): LinkWords => ({
  subject: 'Confirm the mail for when it is back',
  kind: 'Back in stock',
  preview: `One click, and one mail comes when ${name} is back. The link works for one hour.`,
  title: 'Tell you when it is back?',
  say: `This address was entered on the page of ${name}${number ? `, ${number},` : ''} which is sold out. Confirm it, and one mail comes when it is back.`,
  act: 'Confirm',
  hint: ONCE,
  foot: 'If it was not you, do nothing: without the link nothing more is sent to this address.',
})

export type BackMailProps = {
  part: Called & { unitPriceCents: number; minOrder: number }
  stock: number
  url: string
  stop: string
}

/** The single mail of a stock alert. */
export function BackMail({ part: { name, number, unitPriceCents, minOrder }, stock, url, stop }: BackMailProps) {
  const price = `${money(unitPriceCents)} per ${pcs(minOrder)}`
  return (
    <Frame
      title={`${name} is back`}
      kind="Back in stock"
      preview={`${grouped(stock)} on the shelf, ${price}.`}
      foot={
        <>
          You get this one mail because this address was confirmed on the page of a sold-out part. Prices in US dollars.{' '}
          <Stop href={stop} />
        </>
      }
    >
      <Title>It is back.</Title>
      <Say>You asked us to tell you. Nothing is held for you; the stock is as it was when this mail was written.</Say>
      <Gap height={12} />
      <Facts
        facts={[
          { label: 'Part', value: name, strong: true },
          { label: 'Number', value: number ?? 'none' },
          { label: 'Price', value: price },
          { label: 'On the shelf', value: grouped(stock) },
        ]}
      />
      <LinkAct href={url}>See the part</LinkAct>
    </Frame>
  )
}
