import { useEffect } from 'react'
import { href, useLocation } from 'react-router'
import { EmailText } from '../accounts/email-text.tsx'
import { useSession } from '../accounts/session/session.ts'
import { useResend } from '../accounts/session/use-resend.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Status } from '../ui/status.tsx'

/** Stands under the bar until the address is verified; the profile page says it in its own place. */
export function VerifyBanner() {
  const session = useSession()
  const { pathname } = useLocation()
  const isUnverified = session.status === 'in' && !session.user.emailVerified
  const isKnown = session.status === 'in' || session.status === 'out'
  useRememberedRoom(isKnown ? isUnverified : undefined)
  if (pathname === href('/dashboard/profile')) return null
  return <div className="verifyroom">{isUnverified ? <Unverified email={session.user.email} /> : null}</div>
}

/** The next page leaves room for the banner before it knows the session, so that nothing moves when the banner comes. */
function useRememberedRoom(isUnverified: boolean | undefined) {
  useEffect(() => {
    if (isUnverified === undefined) return
    document.documentElement.toggleAttribute('data-unverified', isUnverified)
    try {
      if (isUnverified) localStorage.setItem('unverified', 'yes')
      else localStorage.removeItem('unverified')
    } catch {
      // Without storage the page moves a little.
    }
  }, [isUnverified])
}

function Unverified({ email }: { email: string }) {
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
