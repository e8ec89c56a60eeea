import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { refreshSession } from '../accounts/session/session.ts'
import { toastBad, toastOk } from '../ui/toast.ts'

const REFUSED = 'This link is used or too old. Ask for a new one in the line under the menu, or on your profile.'

/** The link of the verification mail ends at `/?verified=1`, with an error when it is too old. */
export function useVerifiedNotice() {
  const [params, setParams] = useSearchParams()
  const verified = params.has('verified')
  const failed = params.has('error')

  useEffect(() => {
    if (!verified) return
    if (failed) toastBad(REFUSED)
    else toastOk('Your e-mail is verified.')
    void refreshSession()
    setParams(
      (now) => {
        now.delete('verified')
        now.delete('error')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }, [verified, failed, setParams])
}
