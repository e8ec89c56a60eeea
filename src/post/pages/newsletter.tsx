import { useState } from 'react'
import { href } from 'react-router'
import { ask, client } from '../../client.ts'
import { pageMeta } from '../../document/meta.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { ProblemError } from '../../wire/problem-error.ts'
import type { Told } from '../contract.ts'
import type { Route } from './+types/newsletter.ts'

type Token = { token: string }
type Step = { title: string; say: string; act: string; send: (token: Token) => Promise<Told> }

/** Mail programs open links to look at them, so the page itself changes nothing: its button does. */
const STEPS: { confirm: Step; unsubscribe: Step } = {
  confirm: {
    title: 'Confirm the newsletter',
    say: 'One click, and you hear of new parts about once a month.',
    act: 'Confirm',
    send: (json) => ask(client.newsletter.confirm.$post({ json })),
  },
  unsubscribe: {
    title: 'Unsubscribe from the newsletter',
    say: 'One click, and no more newsletters come to your address.',
    act: 'Unsubscribe',
    send: (json) => ask(client.newsletter.unsubscribe.$post({ json })),
  },
}

const stepOf = (name: string) => (name === 'confirm' || name === 'unsubscribe' ? STEPS[name] : undefined)

export function loader({ params }: Route.LoaderArgs) {
  if (!stepOf(params.step)) throw new Response('Not found', { status: 404 })
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({
    matches,
    title: `${stepOf(params.step)?.title ?? 'Newsletter'} · Parts House`,
    description: 'The newsletter of Parts House.',
    path: `/newsletter/${params.step}`,
    noindex: true,
  })

export default function Newsletter({ params }: Route.ComponentProps) {
  const step = stepOf(params.step)
  return step ? <OneAct key={params.step} step={step} /> : null
}

function OneAct({ step: { title, say, act, send } }: { step: Step }) {
  const [told, setTold] = useState<string>()
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  async function handleClick() {
    setPending(true)
    setError(undefined)
    try {
      const token = new URLSearchParams(window.location.search).get('token') ?? ''
      setTold((await send({ token })).message)
    } catch (problem) {
      if (!(problem instanceof ProblemError)) throw problem
      setError(problem.message)
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="sign">
      <div className="box">
        <h1>{title}</h1>
        <p className="soft" role="status">
          {told ?? say}
        </p>
        {told ? (
          <LinkButton to={href('/products')}>Products</LinkButton>
        ) : (
          <Button variant="key" size="lg" pending={pending} onClick={handleClick}>
            {act}
          </Button>
        )}
        <FormError>{error}</FormError>
      </div>
      <div className="plate">
        <Picture src="/drawings/start-relay.svg" alt="" width={384} height={384} priority />
      </div>
    </div>
  )
}
