import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../database/db.ts'
import type { NoticeTemplate } from '../../post/mail.ts'
import type { Post } from '../../post/post.ts'

const PAGES: Record<NoticeTemplate, string> = {
  'address-taken': '/login',
  'password-changed': '/forgot-password',
  'google-joined': '/forgot-password',
  'role-changed': '/login',
  'roles-changed': '/dashboard/audit',
  'account-deleted': '/',
}

export type Tools = { config: Config; post: Post }
type Notice = { template: NoticeTemplate; to: string }

/** Tells the owner of a proved address, in the caller's transaction, what happened to its account or was tried. */
export const mailNotice = (db: Db, { post, config }: Tools, { template, to }: Notice) =>
  post.write(db, { template, id: uuidv7(), to, url: `${config.appOrigin}${PAGES[template]}` })
