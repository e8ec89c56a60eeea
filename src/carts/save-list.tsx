import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../accounts/session/session.ts'
import { loginLink } from '../accounts/session/way-back.ts'
import { Button } from '../ui/button.tsx'
import { takeDraft } from '../ui/draft.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { whenOpen } from '../ui/when-open.tsx'
import type { SaveDialogProps } from './save-dialog.tsx'

const SaveDialog = whenOpen(() => import('./save-dialog.tsx'))

type SaveListProps = Pick<SaveDialogProps, 'lines' | 'leftOut'> & { size?: 'sm' | 'lg' }

/** Saves lines as a list with a name; a signed-out user is sent to the login page, which leads back. */
export function SaveList({ lines, leftOut = 0, size = 'sm' }: SaveListProps) {
  const { status } = useSession()
  const location = useLocation()
  const draft = `save ${location.pathname}`
  const [name, setName] = useState<string>()
  useEffect(() => {
    const kept = status === 'in' ? takeDraft<string>(draft) : undefined
    if (kept !== undefined) setName(kept)
  }, [status, draft])
  if (status !== 'in') {
    return (
      <LinkButton size={size} to={loginLink(location)}>
        {size === 'lg' ? (
          <>
            Save<span className="vh"> as a list: the login comes first</span>
          </>
        ) : (
          'Login to save it as a list'
        )}
      </LinkButton>
    )
  }
  return (
    <>
      <Button size={size} disabled={lines.length === 0} onClick={() => setName('')}>
        {size === 'lg' ? (
          <>
            Save<span className="vh"> as a list</span>
          </>
        ) : (
          'Save as a list'
        )}
      </Button>
      <SaveDialog
        open={name !== undefined}
        onClose={() => setName(undefined)}
        draft={draft}
        name={name ?? ''}
        onName={setName}
        lines={lines}
        leftOut={leftOut}
      />
    </>
  )
}
