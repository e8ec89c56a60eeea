import { useState } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import { ask, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { KeySwitch } from '../../ui/key-switch.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { Profile } from '../contract.ts'
import { EmailText } from '../email-text.tsx'
import { isStaff } from '../permissions.ts'
import { ProfileDialog } from '../profile-dialog.tsx'
import { readySession } from '../session/session.ts'
import { VerifyNote } from '../verify-note.tsx'
import type { Route } from './+types/profile.ts'

export async function clientLoader() {
  const { user } = await readySession()
  return { profile: await ask(client.user[':email'].$get({ param: { email: user?.email ?? '' } })) }
}

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const { profile } = loaderData
  const { revalidate } = useRevalidator()
  const [editing, setEditing] = useState(false)
  return (
    <>
      <h1>My Profile</h1>
      <p className="sub">Workshops and customers see only your display name.</p>
      {profile.emailVerified ? null : <VerifyNote email={profile.email} />}
      <div className="prof">
        <div className="pic">
          <Picture src={profile.img ?? '/drawings/avatar.svg'} alt="" width={152} height={152} priority />
        </div>
        <Facts profile={profile} />
      </div>
      <p className="mt-4">
        <Button variant="ink" onClick={() => setEditing(true)}>
          Update Profile
        </Button>
      </p>
      <p className="s14 mt-4">
        Name, e-mail and password change under <Link to={href('/dashboard/security')}>Security</Link>, which mails you
        get under <Link to={href('/dashboard/mails')}>My Mails</Link>; what we keep of you stands under{' '}
        <Link to={href('/dashboard/privacy')}>My data</Link>.
      </p>
      {isStaff(profile) ? <KeySwitch /> : null}
      <ProfileDialog
        open={editing}
        onOpen={() => setEditing(true)}
        onClose={() => setEditing(false)}
        onSaved={revalidate}
        profile={profile}
      />
    </>
  )
}

const FACTS = ['education', 'location', 'phone', 'linkedin'] as const
const LABELS = { education: 'Education', location: 'Location', phone: 'Phone', linkedin: 'Linkedin' }

function Facts({ profile }: { profile: Profile }) {
  return (
    <dl>
      <dt>Name</dt>
      <dd>{profile.name}</dd>
      <dt>Email</dt>
      <dd>
        <EmailText>{profile.email}</EmailText>
      </dd>
      {FACTS.map((name) => [
        <dt key={`${name} label`}>{LABELS[name]}</dt>,
        <dd key={name} className={profile[name] ? undefined : 'none'}>
          {profile[name] ? <FactText name={name} text={profile[name]} /> : `you not set any ${name} yet.`}
        </dd>,
      ])}
    </dl>
  )
}

function FactText({ name, text }: { name: (typeof FACTS)[number]; text: string }) {
  if (name !== 'linkedin' || !text.startsWith('https://')) return text
  return (
    <a href={text} target="_blank" rel="noreferrer">
      {text.replace('https://', '')}
    </a>
  )
}
