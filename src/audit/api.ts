import { Hono } from 'hono'
import { z } from 'zod'
import { allowed } from '../accounts/guards.ts'
import { query } from '../http/body.ts'
import { pageHeaders } from '../http/page-headers.ts'
import type { Env } from '../http/request-context.ts'
import { answers } from '../http/route-tags.ts'
import { auditEntries } from './audit.ts'
import { AuditEntry, AuditListing } from './contract.ts'

export const auditApi = new Hono<Env>().get(
  '/audit',
  allowed('audit.read'),
  query(AuditListing),
  answers(200, z.array(AuditEntry), 'List what admins did'),
  async (c) => {
    const page = await auditEntries(c.get('shop').db, c.req.valid('query'))
    return c.json(page.items, 200, pageHeaders(c.req.url, page))
  },
)
