import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { refreshSession } from '../accounts/session/session.ts'
import { toastOk } from '../ui/toast.ts'

/** Verifying an address ends at `/?verified=1`. */
export function useVerifiedNotice() {
  const [params, setParams] = useSearchParams()
  const verified = params.has('verified')

  useEffect(() => {
    if (!verified) return
    toastOk('Your e-mail is verified.')
    void refreshSession()
    setParams({}, { replace: true, preventScrollReset: true })
  }, [verified, setParams])
}
