import { Fragment } from 'react'
import { Facts } from './facts.tsx'
import { Act, Frame, Gap, Say, Title } from './frame.tsx'
import { Stop } from './stop.tsx'

export type ReviewAskMailProps = {
  number: string
  parts: { name: string; number: string | null; url: string }[]
  stop: string
}

/** Asks once, a week after an order arrived, how its parts are: each has a button of its own. */
export function ReviewAskMail({ number, parts, stop }: ReviewAskMailProps) {
  const title = parts.length === 1 ? 'How is the part?' : 'How are the parts?'
  return (
    <Frame
      title={title}
      kind="Reviews"
      preview={`A few words about ${parts.map(({ name }) => name).join(', ')} help the next buyer.`}
      foot={
        <>
          You get this one mail about order {number} because it arrived about a week ago. <Stop href={stop} />
        </>
      }
    >
      <Title>{title}</Title>
      <Say>
        Your order {number} came about a week ago. Did it fit, and what should the next buyer know? What you write
        stands on the part’s page, marked as a verified purchase.
      </Say>
      {parts.map(({ name, number: partNumber, url }) => (
        <Fragment key={url}>
          <Gap height={20} />
          <Facts
            facts={[
              { label: 'Part', value: name, strong: true },
              { label: 'Number', value: partNumber ?? 'none' },
            ]}
          />
          <Gap height={12} />
          <Act href={url}>Review it</Act>
        </Fragment>
      ))}
    </Frame>
  )
}
