import { EmailText } from '../accounts/email-text.tsx'
import { useResend } from '../accounts/session/use-resend.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Status } from '../ui/status.tsx'

/** Asks for the verification of an address, and mails its link once more. */
export default function UnverifiedNote({ email }: { email: string }) {
  const { sent, pending, resend } = useResend()
  return (
    <Banner
      label="Verify your e-mail"
      sent={sent}
      action={
        sent ? (
          <Status kind="paid">Sent</Status>
        ) : (
          <Button size="sm" pending={pending} onClick={() => resend(email)}>
            Resend
          </Button>
        )
      }
    >
      {sent ? (
        <>
          Sent again to <EmailText>{email}</EmailText>.{' '}
          <span className="more2">Look among the unwanted mail, too.</span>
        </>
      ) : (
        <>
          Verify your e-mail.{' '}
          <span className="more2">
            We sent a link to <EmailText>{email}</EmailText>.
          </span>
        </>
      )}
    </Banner>
  )
}
