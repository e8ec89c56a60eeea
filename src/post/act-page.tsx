import { type ReactNode, useState } from 'react'
import { href } from 'react-router'
import { pageMeta } from '../document/meta.ts'
import { FormError } from '../ui/form-error.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Picture } from '../ui/picture.tsx'
import { Submit } from '../ui/submit.tsx'
import { useDraft } from '../ui/use-draft.ts'
import { usePostForm } from '../ui/use-post-form.ts'
import type { Answered, Form } from '../wire/form.ts'

type Words = { title: string; say: string; act: string; done: string }
type ActPageProps<Name extends string> = {
  words: Words
  form: Form<Name>
  answered: Answered | undefined
  draft?: string
  /** The field that is no part of its draft. */
  secret?: NoInfer<Name>
  children: (field: ReturnType<typeof usePostForm<Name>>['field']) => ReactNode
}

type Matches = Parameters<typeof pageMeta>[0]['matches']

export const actMeta = (matches: Matches, path: string, { title, say }: Words) =>
  pageMeta({ matches, title: `${title} · Parts House`, description: say, path, noindex: true })

/** A page with one act. Mail programs open links to look at them, so the page itself changes nothing: its button does. */
export function ActPage<Name extends string>({ words, answered, children, ...rest }: ActPageProps<Name>) {
  const [isDone, setDone] = useState(answered?.ok)
  const form = usePostForm(rest.form, {
    answered,
    onDone: () => {
      form.clear()
      setDone(true)
    },
  })
  useDraft(rest.draft, form.text, { ...(rest.secret && { secret: rest.secret }) })
  return (
    <div className="sign">
      <div className="box">
        <h1>{words.title}</h1>
        <p className="soft" role="status">
          {isDone ? words.done : words.say}
        </p>
        {isDone ? (
          <LinkButton to={href('/products')}>Products</LinkButton>
        ) : (
          <form className="form" {...form.props}>
            {children(form.field)}
            <Submit pending={form.isPending}>{words.act}</Submit>
            <FormError>{form.refusal}</FormError>
          </form>
        )}
      </div>
      <div className="plate">
        <Picture src="/drawings/start-relay.svg" alt="" width={384} height={384} priority />
      </div>
    </div>
  )
}
