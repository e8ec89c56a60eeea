import { useState } from 'react'
import { may } from '../accounts/permissions.ts'
import { useSession } from '../accounts/session/session.ts'
import { whenOpen } from '../ui/when-open.tsx'
import type { HideDialogProps, Hiding } from './hide-dialog.tsx'

const HideDialog = whenOpen<HideDialogProps>(() => import('./hide-dialog.tsx'))

/** For who may: hides a review, a question or an answer, or shows it again, with a reason. Its dialog is fetched when asked. */
export function useHiding() {
  const session = useSession()
  const [asked, ask] = useState<Hiding>()
  const isAllowed = may(session, 'reviews.hide')
  const dialog = isAllowed ? (
    <HideDialog key={asked?.id} open={asked !== undefined} asked={asked} onClose={() => ask(undefined)} />
  ) : null
  return { may: isAllowed, ask, dialog }
}
