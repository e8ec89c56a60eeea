import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * A better-auth plugin with which the server opens a session for a user who proved it by other means than a sign-in.
 */
export const openSessionPlugin = () =>
  ({
    id: 'open-session',
    endpoints: {
      openSession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ userId: z.string() }), requireHeaders: true },
        async (ctx) => {
          const { internalAdapter } = ctx.context
          const user = await internalAdapter.findUserById(ctx.body.userId)
          const session = user && (await internalAdapter.createSession(user.id))
          if (!user || !session) throw new Error('The session was not made.')
          await setSessionCookie(ctx, { session, user })
          return ctx.json({ id: session.id })
        },
      ),
    },
  }) satisfies BetterAuthPlugin
