import { type ActionFunctionArgs, createContext, data, type RouterContextProvider, redirect } from 'react-router'
import { type Answered, answerOf, callOf, type Form } from '../wire/form.ts'

/** Makes a call in process as the browser that sent the form: with its cookies, its address, its Origin. */
export type FormCall = (path: string, json: object) => Promise<Response>
export const formContext = createContext<FormCall>()

type Args = Pick<ActionFunctionArgs, 'request'> & { context: Readonly<RouterContextProvider> }

/** A page's action for forms that are sent without a script: makes the form's call and shows its outcome, or redirects. */
export function actionOf<Name extends string>(form: Form<Name>, leadsTo?: (params: URLSearchParams) => string) {
  return async ({ request, context }: Args) => {
    const sent = await request.formData()
    const typed = Object.fromEntries(Object.keys(form.fields).map((name) => [name, String(sent.get(name) ?? '')]))
    const response = await context.get(formContext)(callOf(form, typed), typed)
    if (response.ok && leadsTo) return redirect(leadsTo(new URL(request.url).searchParams), 303)
    const answer = await answerOf(response)
    return data<Answered>({ ...answer, typed: withoutPasswords(form, typed) }, { status: response.status })
  }
}

function withoutPasswords(form: Form<string>, typed: Record<string, string>) {
  return Object.fromEntries(Object.entries(typed).filter(([name]) => form.fields[name]?.input?.type !== 'password'))
}
