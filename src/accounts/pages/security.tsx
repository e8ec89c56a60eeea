import { href, Link, useSearchParams } from 'react-router'
import { ask, client } from '../../client.ts'
import { PasswordPanel } from '../security/password-panel.tsx'
import { SessionsPanel } from '../security/sessions-panel.tsx'
import { WhoPanel } from '../security/who-panel.tsx'
import { readySession, useSession } from '../session/session.ts'
import type { Route } from './+types/security.ts'

export async function clientLoader() {
  await readySession()
  const [ways, sessions] = await Promise.all([ask(client.account.$get()), ask(client.account.sessions.$get())])
  return { ways, sessions }
}

export default function SecurityPage({ loaderData: { ways, sessions } }: Route.ComponentProps) {
  const { user } = useSession()
  const [params] = useSearchParams()
  const token = (ways.passwordSince === null && params.get('token')) || undefined
  if (!user) return null
  return (
    <>
      <h1>Security</h1>
      <p className="sub">How you get in, and where you are in.</p>
      {token ? (
        <p className="note mb-4">
          <span>
            The link of your mail stands for a password, once: change your e-mail here, or{' '}
            <Link to={`${href('/dashboard/privacy')}?token=${encodeURIComponent(token)}`}>delete your account</Link>.
          </span>
        </p>
      ) : null}
      <div className="pair">
        <div className="stack">
          <WhoPanel key={user.email} name={user.name} email={user.email} ways={ways} token={token} />
          <PasswordPanel email={user.email} ways={ways} />
        </div>
        <SessionsPanel sessions={sessions} />
      </div>
    </>
  )
}
