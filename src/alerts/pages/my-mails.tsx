import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRowChange } from '../../accounts/session/use-row-change.ts'
import { ask, client } from '../../client.ts'
import { fullName } from '../../products/full-name.ts'
import { productPath } from '../../products/product-path.ts'
import { Button } from '../../ui/button.tsx'
import { dayOf } from '../../ui/format-time.ts'
import { Panel } from '../../ui/panel.tsx'
import type { ChangeMails } from '../contract.ts'
import '../my-mails.css'
import type { Route } from './+types/my-mails.ts'

export const clientLoader = async () => ({ mails: await ask(client.account.mails.$get()) })

export default function MyMailsPage({ loaderData: { mails } }: Route.ComponentProps) {
  const { busy, change } = useRowChange()
  const turned = (name: keyof ChangeMails) => ({
    isOn: mails[name],
    pending: busy.includes(name),
    onTurn: () =>
      change({
        id: name,
        call: () => ask(client.account.mails.$patch({ json: { [name]: !mails[name] } })),
        done: (next) => {
          if (mails[name]) return SAID.off
          return next[name] ? SAID.on : SAID.link
        },
      }),
  })
  const handleEnd = (id: string) =>
    change({
      id,
      call: () => ask(client.account.mails[':id'].$delete({ param: { id } })),
      done: 'No mail comes about this part.',
    })
  return (
    <>
      <h1>My Mails</h1>
      <p className="sub">
        Mails about your account come always, and about your orders once your e-mail is verified; all others as you
        like.
      </p>
      <div className="stack">
        <Panel title="Now and then">
          <ul className="kept">
            <Kind
              name="A request for your review"
              about="A week after an order arrived, once"
              {...turned('reviewAsks')}
            />
            <Kind name="The newsletter" about="New parts and price changes, once a month" {...turned('newsletter')} />
          </ul>
        </Panel>
        <Panel title="When a part is back" hint="one mail each">
          {mails.waitsFor.length === 0 ? (
            <p className="pad tight s14 soft">
              You wait for no part. On the page of one that is sold out you can ask for this mail.
            </p>
          ) : (
            <ul className="kept">
              {mails.waitsFor.map((part) => (
                <Row
                  key={part._id}
                  name={<Link to={productPath(part.slug)}>{fullName(part)}</Link>}
                  about={`Asked for on ${dayOf(part.askedAt)}`}
                  act="Wait no more"
                  label={`Wait no more for ${fullName(part)}`}
                  pending={busy.includes(part._id)}
                  onAct={() => handleEnd(part._id)}
                />
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  )
}

const SAID = {
  on: 'These mails come again.',
  off: 'These mails come no more.',
  link: 'Look into your mail: the link in it confirms your address.',
}

type KindProps = { name: string; about: string; isOn: boolean; pending: boolean; onTurn: () => void }

function Kind({ name, about, isOn, pending, onTurn }: KindProps) {
  const act = isOn ? 'Turn off' : 'Turn on'
  const state = <span className={isOn ? 'st paid' : 'st not'}>{isOn ? 'On' : 'Off'}</span>
  return <Row {...{ name, about, state, act, pending }} label={`${act}: ${name}`} onAct={onTurn} />
}

type RowProps = {
  name: ReactNode
  about: string
  state?: ReactNode
  act: string
  label: string
  pending: boolean
  onAct: () => void
}

function Row({ name, about, state, act, label, pending, onAct }: RowProps) {
  return (
    <li>
      <span>
        <b>{name}</b>
        <small>{about}</small>
      </span>
      <span>{state}</span>
      <Button size="sm" pending={pending} aria-label={label} onClick={onAct}>
        {act}
      </Button>
    </li>
  )
}
