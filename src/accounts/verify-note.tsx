import { Button } from '../ui/button.tsx'
import { CircleAlert } from '../ui/page-icons.tsx'
import { Status } from '../ui/status.tsx'
import { EmailText } from './email-text.tsx'
import { useResend } from './session/use-resend.ts'

export function VerifyNote({ email }: { email: string }) {
  const { sent, pending, resend } = useResend()
  return (
    <div className="note mb-4">
      <CircleAlert />
      {/* The button is on the left, because toasts cover the right. */}
      <div className="grid flex-1 justify-items-start gap-2">
        <p role="status">
          {sent ? 'Sent again to ' : 'Verify your e-mail. We sent a link to '}
          <EmailText>{email}</EmailText>.{sent ? ' Look among the unwanted mail, too.' : null}
        </p>
        {sent ? (
          <Status kind="paid">Sent</Status>
        ) : (
          <Button size="sm" pending={pending} onClick={() => resend(email)}>
            Resend
          </Button>
        )}
      </div>
    </div>
  )
}
