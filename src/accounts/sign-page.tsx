import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { Picture } from '../ui/picture.tsx'
import { useSession } from './session/session.ts'
import { fromOf } from './session/way-back.ts'

type SignPageProps = { title: string; drawing: string; lead?: ReactNode; children: ReactNode }

/** The layout of the pages of signing in: the form on the left, a drawing on the right. */
export function SignPage({ title, drawing, lead, children }: SignPageProps) {
  return (
    <div className="sign">
      <div className="box">
        <h1>{title}</h1>
        {lead ? <p className="soft s14 -mt-3">{lead}</p> : null}
        {children}
      </div>
      <div className="plate">
        <Picture src={drawing} alt="" width={384} height={384} />
      </div>
    </div>
  )
}

/** Redirects a signed-in user, new or not, to the page they came from. */
export function GoOnWhenIn() {
  const [params] = useSearchParams()
  return useSession().status === 'in' ? <Navigate to={fromOf(params)} replace /> : null
}
