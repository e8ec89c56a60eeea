import { Facts } from './facts.tsx'
import { Cell, Frame, Gap, Title } from './frame.tsx'
import { LIGHT, text } from './style.ts'

export type ContactMailProps = { email: string; subject: string; message: string }

/** The mail to the shop's desk with a message of the contact form. */
export function ContactMail({ email, subject, message }: ContactMailProps) {
  return (
    <Frame
      title="Message from the contact form"
      kind="Contact"
      preview={`${email}: ${message}`}
      foot="Written in the contact form of Parts House. An answer to this mail goes to the sender; nobody has checked that the address is theirs."
    >
      <Title>Contact With Us</Title>
      <Facts
        facts={[
          { label: 'From', value: email },
          { label: 'Subject', value: subject || 'none' },
        ]}
      />
      <Gap height={12} />
      <Cell>
        <p className="ink" style={text([16, 24], LIGHT.ink, { whiteSpace: 'pre-wrap', wordBreak: 'break-word' })}>
          {message}
        </p>
      </Cell>
    </Frame>
  )
}
