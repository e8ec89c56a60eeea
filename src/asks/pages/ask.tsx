import '../ask.css'
import { useState } from 'react'
import { href, useSearchParams } from 'react-router'
import { useSession } from '../../accounts/session/session.ts'
import { fetchWithBearer } from '../../client.ts'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import { useMyAppliance } from '../../fits/appliances-here.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Field } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Submit } from '../../ui/submit.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { usePostForm } from '../../ui/use-post-form.ts'
import { ASKING } from '../forms.ts'
import type { Route } from './+types/ask.ts'

const LONGEST = 120
const STEPS = [
  'The desk reads it, with the model and the photo.',
  'We answer by mail, usually the same working day, with the part that does it, or say that we have none.',
  'A mail with a part leads to its page, where you can order it.',
]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Ask for a part · Parts House',
    description: 'Not found? Say which part you need; the desk answers by mail.',
    path: href('/ask'),
  })

export const action = actionOf(ASKING)

/** A form that asks the desk for a part that the search did not find. */
export default function Ask({ actionData }: Route.ComponentProps) {
  const [isSent, setSent] = useState(actionData?.ok ?? false)
  return (
    <>
      <Breadcrumb items={[{ label: 'Products', to: href('/products') }, { label: 'Ask' }]} />
      <h1 className="mb-4">Ask for a part</h1>
      <div className="asking">
        {isSent ? (
          <div className="panel top">
            <div className="pad grid gap-4 justify-items-start">
              <p role="status">Your question is sent. The answer comes by mail.</p>
              <LinkButton to={href('/products')}>Products</LinkButton>
            </div>
          </div>
        ) : (
          <Question answered={actionData} onSent={() => setSent(true)} />
        )}
        <section aria-labelledby="next">
          <h2 className="lab" id="next">
            What happens
          </h2>
          <ol className="whatnext">
            {STEPS.map((step, at) => (
              <li key={step}>
                <span className="no">{at + 1}</span>
                <p>{step}</p>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </>
  )
}

type QuestionProps = { answered: Route.ComponentProps['actionData']; onSent: () => void }

function Question({ answered, onSent }: QuestionProps) {
  const [params] = useSearchParams()
  const { user } = useSession()
  const form = usePostForm(ASKING, {
    answered,
    // The answer goes to a signed-in user's own address, so the bearer is sent.
    fetch: fetchWithBearer,
    onDone: (sent) => {
      form.fill(begun, sent)
      onSent()
    },
  })
  const told = (name: string) => params.get(name)?.trim().slice(0, LONGEST) ?? ''
  const begun = {
    words: told('q') && `I looked for “${told('q')}”. `,
    model: told('model'),
    email: user?.email ?? '',
  }
  useDraft('ask', { ...form.text, formState: { defaultValues: begun } })
  return (
    <form className="panel top" {...form.props}>
      <div className="pad form">
        <TextArea
          label="Which part do you need?"
          hint="Its number if you can read one, where it sits, what it does, its measures."
          rows={5}
          maxLength={2000}
          defaultValue={begun.words}
          {...form.field('words')}
        />
        <div>
          <Field
            label="Model of the appliance"
            hint="As its plate says it"
            autoComplete="off"
            maxLength={LONGEST}
            defaultValue={begun.model}
            {...form.field('model')}
          />
          {begun.model ? null : <MyModel onTake={(model) => form.put('model', model)} />}
        </div>
        <Field
          label="Address of a photo"
          hint="If you have one on the web, of the part or of the plate"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          {...form.field('photo')}
        />
        {user ? (
          <p className="soft s14">
            <input type="hidden" name="email" value={user.email} />
            The answer goes to {user.email}.
          </p>
        ) : (
          <Field label="Email" hint="The answer goes there." {...form.field('email')} />
        )}
        <FormError>{form.refusal}</FormError>
      </div>
      <div className="pad acts">
        <Submit pending={form.isPending}>Ask</Submit>
      </div>
    </form>
  )
}

/** The chosen appliance, one press away. */
function MyModel({ onTake }: { onTake: (model: string) => void }) {
  const mine = useMyAppliance()
  if (!mine) return null
  const name = `${mine.model.maker} ${mine.model.number}`
  return (
    <button className="btn sm mt-2" type="button" onClick={() => onTake(name)}>
      It is my {name}
    </button>
  )
}
