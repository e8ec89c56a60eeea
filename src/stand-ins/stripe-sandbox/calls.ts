import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import { type Db, transact } from '../../database/db.ts'
import { expand } from './expand.ts'
import { type Form, parseForm } from './form-body.ts'
import { inUse, type OnceAnswer, once } from './idempotency.ts'
import { keyKindOf, requireSecret } from './keys.ts'
import { readParams } from './params.ts'
import { badRequest } from './problem.ts'
import type { Answer, Call, Sandbox } from './sandbox.ts'

export type ApiEnv = { Variables: { requestId: string } }
type Work<Params> = (call: Call, params: Params, id: string) => Promise<Answer>
/** `open`: a browser may call it with the publishable key. */
type Access = 'secret' | 'open'

/** Handlers for calls that read and calls that write. */
export const callsOf = (sandbox: Sandbox) => ({ read: reader(sandbox), write: writer(sandbox) })

const reader =
  (sandbox: Sandbox) =>
  <S extends z.ZodType>(schema: S, work: Work<z.infer<S>>, access: Access = 'secret') =>
  async (c: Context<ApiEnv>) => {
    const call: Call = { ...begin(sandbox, c, access), db: sandbox.db }
    const form = parseForm(new URL(c.req.url).search.slice(1))
    const { body } = await withFaults(sandbox, c, () =>
      answer(call, { schema, form, work, id: c.req.param('id') ?? '' }),
    )
    return c.json(body)
  }

/** One transaction a call, worked on once for an Idempotency-Key. */
function writer(sandbox: Sandbox) {
  const running = new Set<string>()

  return <S extends z.ZodType>(schema: S, work: Work<z.infer<S>>, access: Access = 'secret') =>
    async (c: Context<ApiEnv>) => {
      const begun = begin(sandbox, c, access)
      const body = await formText(c)
      const { by: owner, idempotencyKey: key } = begun
      const act = (db: Db) =>
        answer({ ...begun, db }, { schema, form: parseForm(body), work, id: c.req.param('id') ?? '' })
      const commit = () =>
        transact<OnceAnswer>(sandbox.db, (db) =>
          key ? once({ ...begun, db }, { owner, key, path: c.req.path, body }, act) : act(db),
        )
      const turn = key && `${owner} ${key}`
      if (turn && running.has(turn)) throw inUse(key)
      if (turn) running.add(turn)
      try {
        const done = await withFaults(sandbox, c, async () => {
          const committed = await commit()
          sandbox.wake()
          return committed
        })
        return respond(c, done, key)
      } finally {
        if (turn) running.delete(turn)
      }
    }
}

function respond(c: Context, { status, body, original }: OnceAnswer, key: string | null) {
  if (key) c.header('Idempotency-Key', key)
  if (original) {
    c.header('Idempotent-Replayed', 'true')
    c.header('Original-Request', original)
  }
  return c.json(body, status as ContentfulStatusCode)
}

/** Checks the key; throws a 401, or a 403 for a browser where it may not go. */
function begin(sandbox: Sandbox, c: Context<ApiEnv>, access: Access): Omit<Call, 'db'> {
  const by = keyKindOf(c.req.header('Authorization'), sandbox)
  if (access === 'secret') requireSecret(by)
  const idempotencyKey = c.req.header('Idempotency-Key') || null
  return { sandbox, now: sandbox.clock.now(), by, requestId: c.get('requestId'), idempotencyKey }
}

/** Runs a call with the faults a test asked for around it. */
async function withFaults<Done>({ faults }: Sandbox, c: Context<ApiEnv>, finish: () => Promise<Done>) {
  const name = `${c.req.method} ${routePath(c).replace(/^.*\/v1/, '')}`
  await faults.before(name)
  const done = await finish()
  await faults.after(name)
  return done
}

type Asked<S extends z.ZodType> = { schema: S; form: Form; work: Work<z.infer<S>>; id: string }

async function answer<S extends z.ZodType>(call: Call, { schema, form, work, id }: Asked<S>) {
  const params = readParams(schema, form)
  const done = await work(call, params, id)
  const { expand: paths } = params as { expand?: string[] }
  return done.status === 200 && paths?.length ? { ...done, body: await expand(call, done.body, paths) } : done
}

async function formText(c: Context) {
  const body = await c.req.text()
  const type = c.req.header('Content-Type') ?? ''
  if (!body || type.startsWith('application/x-www-form-urlencoded')) return body
  throw badRequest('Invalid request (check that your POST content type is application/x-www-form-urlencoded).')
}
