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

type Shown = { _id: string; answers?: { _id: string }[] }

/**
 * For who may: hides one of the shown reviews, questions or answers, or shows it again, with a reason. Its dialog is
 * fetched when asked.
 */
export function useHiding(shown: Shown[]) {
  const session = useSession()
  const ids = shown.flatMap(({ _id, answers = [] }) => [_id, ...answers.map((answer) => answer._id)])
  const find = (text: string) => (ids.includes(hidingIn(text).id) ? text : undefined)
  const { opened, open, close, draft } = useOpened('hide', find)
  const isAllowed = may(session, 'reviews.hide')
  const asked = opened ? hidingIn(opened) : undefined
  const dialog = isAllowed ? (
    <HideDialog key={draft} open={opened !== undefined} {...{ asked, draft }} onClose={close} />
  ) : null
  return { may: isAllowed, ask: (hiding: Hiding) => open(textOf(hiding)), dialog }
}
