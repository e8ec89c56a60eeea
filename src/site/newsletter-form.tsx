import { type FormEvent, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { describe, FieldNotes } from '../ui/field-frame.tsx'
import { toastOk } from '../ui/toast.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { isUnreachable, ProblemError, UNREACHABLE } from '../wire/problem-error.ts'

function reasonOf(problem: unknown) {
  if (problem instanceof ProblemError) return problem.message
  return isUnreachable(problem) ? UNREACHABLE.message : 'That did not work. Try again.'
}

/** On every page, so it is checked by the call alone, and what sends it is fetched when it is sent. */
export function NewsletterForm() {
  const id = useId()
  const hydrated = useHydrated()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const email = String(new FormData(form).get('email'))
    setPending(true)
    try {
      const { ask, client } = await import('../client.ts')
      await ask(client.newsletter.$post({ json: { email } }))
      setError(undefined)
      form.reset()
      toastOk('Check your mail to confirm.')
    } catch (problem) {
      setError(reasonOf(problem))
      form.querySelector('input')?.focus()
    } finally {
      setPending(false)
    }
  }

  return (
    <form method="post" noValidate onSubmit={handleSubmit}>
      <div className="join">
        <label className="vh" htmlFor={id}>
          E-mail
        </label>
        <input
          {...describe(id, { error })}
          className="in"
          name="email"
          type="email"
          placeholder="Your e-mail"
          autoComplete="email"
        />
        <Button variant="ink" type="submit" disabled={!hydrated} pending={pending} className="ready-soon">
          Subscribe
        </Button>
      </div>
      <FieldNotes id={id} error={error} />
    </form>
  )
}
