import type { ReactNode } from 'react'
import { dayAndTime, shortDayOf } from '../../ui/format-time.ts'
import { Laptop, Smartphone } from '../../ui/side-icons.tsx'
import type { SessionOfPerson } from '../contract.ts'

/** A session, with its buttons on the right. */
export const SessionRow = ({ session, children }: { session: SessionOfPerson; children: ReactNode }) => (
  <li>
    {session.handheld ? <Smartphone /> : <Laptop />}
    <div>
      <b>{session.device}</b>
      <small>
        since {shortDayOf(session.createdAt)}, last used {dayAndTime(session.usedAt)}
      </small>
    </div>
    <div className="end">{children}</div>
  </li>
)
