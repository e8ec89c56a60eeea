import { type InputEvent, type SubmitEvent, useState } from 'react'
import { type Answer, type Answered, callOf, type FieldRule, type Form, postJson } from '../wire/form.ts'
import { toastBad } from './toast.ts'
import { useIsHere } from './use-is-here.ts'

type Control = HTMLInputElement | HTMLTextAreaElement
type Texts<Name extends string> = Record<Name, string>
type Faults<Name extends string> = Partial<Texts<Name>>
type Options<Name extends string> = {
  /** The answer of the page's action, when the form was sent before its script was there. */
  answered?: Answered | undefined
  /** The message under the form at first. */
  refused?: string | undefined
  /** Sends the call; the browser's own, unless somebody signed in is to be known. */
  fetch?: typeof fetch | undefined
  /** After the call was answered well; a refusal that comes of it is shown. */
  onDone: (typed: Texts<Name>) => Answer | undefined | Promise<Answer | undefined>
}

/**
 * A form that the browser posts to its page by itself. Once its script is there the script makes the call, and faults
 * stand beside their fields: at first when the form is sent, from then on at each change.
 */
export function usePostForm<Name extends string>(
  form: Form<Name>,
  { answered, refused = '', fetch, onDone }: Options<Name>,
) {
  const [text] = useState(() => textOf(form))
  const [faults, setFaults] = useState(faultsBy(form, answered))
  const [refusal, refuse] = useState(answered ? refusalBy(form, answered) : refused)
  const [isSent, setSent] = useState(answered !== undefined)
  const [isPending, setPending] = useState(false)
  const isHere = useIsHere()

  const show = (found: Faults<Name>, message = '') => {
    setFaults(found)
    refuse(message)
    const first = namesOf(form).find((name) => found[name])
    if (first) text.control(first)?.focus()
    return first !== undefined
  }
  const send = async () => {
    const typed = text.getValues()
    setPending(true)
    const answer = await postJson(callOf(form, typed), typed, fetch)
    const last = (answer.ok ? await onDone(typed) : undefined) ?? answer
    setPending(false)
    if (last.ok) return
    if (isHere.current) show(faultsBy(form, last), refusalBy(form, last))
    else toastBad(last.message)
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isPending) return
    const found = namesOf(form).map((name) => [name, faultOf(text.control(name), form.fields[name])])
    setSent(true)
    if (!show(Object.fromEntries(found))) void send()
  }
  const handleInput = ({ target }: InputEvent) => {
    const name = namesOf(form).find((one) => text.control(one) === target)
    if (isSent && name) setFaults({ ...faults, [name]: faultOf(text.control(name), form.fields[name]) })
  }
  const fill = (texts: Partial<Texts<Name>>, sent?: Texts<Name>) => {
    // Not by `changedIn`: the pages without a draft would load its file for this alone.
    const now = Object.entries(text.getValues()).filter(([name, value]) => sent && value !== sent[name as Name])
    text.reset({ ...texts, ...Object.fromEntries(now) } as Faults<Name>)
    setSent(false)
    show({})
  }
  return {
    props: { ref: text.hold, method: 'post', onSubmit: handleSubmit, onInput: handleInput } as const,
    field: (name: Name) => ({ ...form.fields[name].input, name, error: faults[name], ...startOf(name, answered) }),
    isPending,
    refusal,
    refuse,
    /** Empties the fields, but for what was typed after these texts were sent. */
    clear: (sent?: Texts<Name>) => fill({}, sent),
    /** Shows these texts, but for what was typed after `sent`. */
    fill,
    put: text.put,
    /** The form as `useDraft` takes it. */
    text,
  }
}

const namesOf = <Name extends string>({ fields }: Form<Name>) => Object.keys(fields) as Name[]

/** A page that the action answered with shows what was typed, and the browser enters the field it refused. */
const startOf = (name: string, answered: Answered | undefined) =>
  answered && !answered.ok ? { defaultValue: answered.typed[name], autoFocus: answered.field === name } : {}

function faultsBy<Name extends string>(form: Form<Name>, answer?: Answer): Faults<Name> {
  if (!answer || answer.ok) return {}
  const name = namesOf(form).find((one) => one === answer.field && !isHidden(form.fields[one]))
  return name ? ({ [name]: answer.message } as Faults<Name>) : {}
}

/** An error that belongs to no visible field. */
function refusalBy<Name extends string>(form: Form<Name>, answer: Answer) {
  const isAtField = Object.keys(faultsBy(form, answer)).length > 0
  return answer.ok || isAtField ? '' : answer.message
}

const isHidden = ({ input }: FieldRule) => input?.type === 'hidden'

function faultOf(control: Control | undefined, { words = {} }: FieldRule) {
  if (!control || control.validity.valid) return undefined
  const broken = (Object.keys(words) as (keyof ValidityState)[]).find((name) => control.validity[name])
  return broken ? words[broken] : control.validationMessage
}

/** The texts as they stand in the fields: no state repeats them, so what is typed before the script is there stays. */
function textOf<Name extends string>(form: Form<Name>) {
  let element: HTMLFormElement | undefined
  const listeners: (() => void)[] = []
  const control = (name: Name) => (element?.elements.namedItem(name) ?? undefined) as Control | undefined
  return {
    /** The element is held longer than React shows it, since a draft is kept when the page is left. */
    hold: (node: HTMLFormElement | null) => {
      if (!node) return
      element = node
      node.noValidate = true
    },
    control,
    put: (name: Name, value: string) => {
      const one = control(name)
      if (one) one.value = value
    },
    getValues: () => Object.fromEntries(namesOf(form).map((name) => [name, control(name)?.value ?? ''])) as Texts<Name>,
    reset: (texts: Faults<Name>) => {
      for (const name of namesOf(form)) {
        const one = control(name)
        if (one && !isHidden(form.fields[name]) && one.type !== 'hidden') one.value = texts[name] ?? ''
      }
      for (const listener of listeners) listener()
    },
    subscribe: ({ callback }: { callback: () => void }) => void listeners.push(callback),
  }
}
