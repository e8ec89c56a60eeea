import { Facts } from './facts.tsx'
import { Frame, Gap, LinkAct, Say, Title, Typed } from './frame.tsx'
import { greeted, unlinked } from './typed.ts'

export type AnsweredMailProps = {
  by: string | null
  question: string
  answer: string
  part: { name: string; number: string | null }
  url: string
}

/** Sends the asker of a question its answer; links in the typed text are broken up. */
export function AnsweredMail({ by, question, answer, part, url }: AnsweredMailProps) {
  const who = by === null ? 'Parts House' : `${nameOf(by)}, who bought it`
  return (
    <Frame
      title="Your question is answered"
      kind="Question"
      preview={unlinked(answer)}
      foot="You get this mail because you asked a question on the page of a part at Parts House."
    >
      <Title>Your question is answered.</Title>
      <Say>{unlinked(question)}</Say>
      <Gap height={12} />
      <Facts
        facts={[
          { label: 'Part', value: part.name, strong: true },
          { label: 'Number', value: part.number ?? 'none' },
          { label: 'Answered by', value: who },
        ]}
      />
      <Gap height={12} />
      <Typed>{unlinked(answer)}</Typed>
      <LinkAct href={url}>See the part</LinkAct>
    </Frame>
  )
}

/** `greeted` has no name for what would lead away. */
const nameOf = (name: string) => (greeted(name) === name ? name : 'A customer')
