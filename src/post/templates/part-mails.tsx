import { pcs } from '../../products/per-pieces.ts'
import { Facts } from './facts.tsx'
import { Frame, Gap, LinkAct, Say, Title, Typed } from './frame.tsx'
import { unlinked } from './typed.ts'
import { money } from './words.ts'

export type PartRequestMailProps = { email: string; model: string; photo: string; words: string }

/** The mail to the shop's desk about a part that nobody found; what a stranger typed leads nowhere. */
export function PartRequestMail({ email, model, photo, words }: PartRequestMailProps) {
  return (
    <Frame
      title="Somebody asks for a part"
      kind="Part request"
      preview={`${email}: ${unlinked(words)}`}
      foot="Written in the form of Parts House for parts that were not found. An answer to this mail goes to the sender; nobody has checked that the address is theirs."
    >
      <Title>Ask for a part</Title>
      <Facts
        facts={[
          { label: 'From', value: email },
          { label: 'Model', value: unlinked(model) || 'none' },
          { label: 'Photo', value: unlinked(photo) || 'none' },
        ]}
      />
      <Gap height={12} />
      <Typed>{unlinked(words)}</Typed>
    </Frame>
  )
}

type Part = { name: string; number: string | null; unitPriceCents: number; minOrder: number }

export type PartFoundMailProps = { part: Part; answer: string; url: string }

/** Answers a request for a part. It repeats nothing of the request, because somebody else may have written that. */
export function PartFoundMail({ part, answer, url }: PartFoundMailProps) {
  const { name, number, unitPriceCents, minOrder } = part
  return (
    <Frame
      title="The part you asked for"
      kind="Part request"
      preview={`${name}, ${money(unitPriceCents)}`}
      foot="You get this mail because this address was entered in a question for a part at Parts House. Prices in US dollars."
    >
      <Title>The part you asked for</Title>
      <Say>This is the part that we found for you. Its page shows what it fits and orders it.</Say>
      <Gap height={12} />
      <Facts
        facts={[
          { label: 'Part', value: name, strong: true },
          { label: 'Number', value: number ?? 'none' },
          { label: 'Price', value: `${money(unitPriceCents)} per ${pcs(minOrder)}` },
        ]}
      />
      {answer && (
        <>
          <Gap height={12} />
          <Typed>{answer}</Typed>
        </>
      )}
      <LinkAct href={url}>See the part</LinkAct>
    </Frame>
  )
}

/** Answers a request in words alone, and repeats nothing of it either. */
export function RequestAnsweredMail({ answer }: { answer: string }) {
  return (
    <Frame
      title="About the part you asked for"
      kind="Part request"
      preview={answer}
      foot="You get this mail because this address was entered in a question for a part at Parts House."
    >
      <Title>About the part you asked for</Title>
      <Say>This is what we can say about it. An answer to this mail goes to the shop.</Say>
      <Gap height={12} />
      <Typed>{answer}</Typed>
    </Frame>
  )
}
