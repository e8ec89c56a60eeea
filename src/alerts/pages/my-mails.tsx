import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useSessionLost } from '../../accounts/session/use-session-lost.ts'
import { ask, client } from '../../client.ts'
import { fullName } from '../../products/full-name.ts'
import { productPath } from '../../products/product-path.ts'
import { Button } from '../../ui/button.tsx'
import { dayOf } from '../../ui/format-time.ts'
import { Panel } from '../../ui/panel.tsx'
import { toastBad, toastOk } from '../../ui/toast.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import type { ChangeMails, MyMails } from '../contract.ts'
import '../my-mails.css'
import type { Route } from './+types/my-mails.ts'

export const clientLoader = async () => ({ mails: await ask(client.account.mails.$get()) })

export default function MyMailsPage({ loaderData }: Route.ComponentProps) {
  const [mails, setMails] = useState(loaderData.mails)
  const sessionLost = useSessionLost()
  const store = async (call: () => Promise<MyMails>, said: (next: MyMails) => string) => {
    try {
      const next = await call()
      setMails(next)
      toastOk(said(next))
    } catch (error) {
      if (await sessionLost(error)) return
      toastBad(error instanceof ProblemError ? error.message : 'That did not work. Try again.')
    }
  }
  const turn = (name: keyof ChangeMails) => () =>
    store(
      () => ask(client.account.mails.$patch({ json: { [name]: !mails[name] } })),
      (next) => {
        if (mails[name]) return SAID.off
        return next[name] ? SAID.on : SAID.link
      },
    )
  const end = (id: string) =>
    store(
      () => ask(client.account.mails[':id'].$delete({ param: { id } })),
      () => 'No mail comes about this part.',
    )
  return (
    <>
      <h1>My Mails</h1>
      <p className="sub">Mails about your orders and your account come always; all others as you like.</p>
      <div className="stack">
        <Panel title="Now and then">
          <ul className="kept">
            <Kind
              name="A request for your review"
              about="A week after an order arrived, once"
              isOn={mails.reviewAsks}
              onTurn={turn('reviewAsks')}
            />
            <Kind
              name="The newsletter"
              about="New parts and price changes, once a month"
              isOn={mails.newsletter}
              onTurn={turn('newsletter')}
            />
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
                  onAct={() => end(part._id)}
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

type KindProps = { name: string; about: string; isOn: boolean; onTurn: () => Promise<void> }

function Kind({ name, about, isOn, onTurn }: KindProps) {
  const act = isOn ? 'Turn off' : 'Turn on'
  const state = <span className={isOn ? 'st paid' : 'st not'}>{isOn ? 'On' : 'Off'}</span>
  return <Row name={name} about={about} state={state} act={act} label={`${act}: ${name}`} onAct={onTurn} />
}

type RowProps = {
  name: ReactNode
  about: string
  state?: ReactNode
  act: string
  label: string
  onAct: () => Promise<void>
}

function Row({ name, about, state, act, label, onAct }: RowProps) {
  const [isPending, setPending] = useState(false)
  const handleAct = async () => {
    setPending(true)
    await onAct()
    setPending(false)
  }
  return (
    <li>
      <span>
        <b>{name}</b>
        <small>{about}</small>
      </span>
      <span>{state}</span>
      <Button size="sm" pending={isPending} aria-label={label} onClick={() => void handleAct()}>
        {act}
      </Button>
    </li>
  )
}
