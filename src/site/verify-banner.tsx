import { href, useLocation } from 'react-router'
import { EmailText } from '../accounts/email-text.tsx'
import { useSession } from '../accounts/session.ts'
import { useResend } from '../accounts/use-resend.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Status } from '../ui/status.tsx'

/** Stands under the bar until the address is verified; the profile page says it in its own place. */
export function VerifyBanner() {
  const session = useSession()
  const { pathname } = useLocation()
  const { sent, pending, resend } = useResend()
  if (session.status !== 'in' || session.user.emailVerified) return null
  if (pathname === href('/dashboard/profile')) return null
  const { email } = session.user
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
