import { may } from '../accounts/permissions.ts'
import { useOpened } from '../accounts/session/form-dialog.tsx'
import { useSession } from '../accounts/session/session.ts'
import { whenOpen } from '../ui/when-open.tsx'
import type { HideDialogProps, Hiding } from './hide-dialog.tsx'

const HideDialog = whenOpen<HideDialogProps>(() => import('./hide-dialog.tsx'))

const textOf = ({ what, id, hidden }: Hiding) => `${what} ${id} ${hidden}`

function hidingIn(text: string) {
  const [what, id, hidden] = text.split(' ')
  return { what, id, hidden: hidden === 'true' } as Hiding
}

/**
 * For who may: hides a review, a question or an answer, or shows it again, with a reason. Its dialog is fetched when asked.
 * Of two on a page each hides something else.
 */
export function useHiding(...kinds: Hiding['what'][]) {
  const session = useSession()
  const isOfThese = (text: string) => kinds.includes(hidingIn(text).what)
  const { opened, open, close, draft } = useOpened('hide', (text) => (isOfThese(text) ? text : undefined))
  const isAllowed = may(session, 'reviews.hide')
  const asked = opened ? hidingIn(opened) : undefined
  const dialog = isAllowed ? (
    <HideDialog key={draft} open={opened !== undefined} {...{ asked, draft }} onClose={close} />
  ) : null
  return { may: isAllowed, ask: (hiding: Hiding) => open(textOf(hiding)), dialog }
}
