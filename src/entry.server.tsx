import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import styles from './app.css?inline'
import { contentSecurityPolicy, withoutNonce } from './document/content-security-policy.ts'
import { ErrorIdOfServer, errorIdContext, reportContext } from './document/error-id.ts'
import { WAITING_SCRIPTS } from './document/first-paint-script.ts'
import { handleOf } from './document/page-handle.ts'
import { StylesOfServer } from './document/styles.tsx'

const RENDER_WITHIN = 8000

/** Logs what broke while a page was made; the page shows the number it is logged under. A refused request is no bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (!request.signal.aborted) context.set(errorIdContext, context.get(reportContext)(error))
}

/** The whole document as one text: only then are its inline scripts known, which the policy names by their hashes. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  let failed = false
  const nonce = crypto.randomUUID()
  const { kept, pays } = handleOf(entry.staticHandlerContext.matches)
  const ownStyles = import.meta.env.PROD && kept ? styles : undefined
  const page = (
    <StylesOfServer value={ownStyles}>
      <ErrorIdOfServer value={context.get(errorIdContext)}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </ErrorIdOfServer>
    </StylesOfServer>
  )
  const stream = await renderToReadableStream(page, {
    nonce,
    signal: AbortSignal.timeout(RENDER_WITHIN),
    // A finished page needs no script to put its parts in place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: () => {
      failed = true
    },
  })
  await stream.allReady
  const html = await new Response(stream).text()
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const isHot = import.meta.env.DEV
  headers.set('Content-Security-Policy', contentSecurityPolicy({ html, nonce, styles: ownStyles, pays, isHot }))
  const sent = withoutNonce({ html, nonce })
  const body = import.meta.env.PROD ? withScriptsAfterPaint(sent) : sent
  return new Response(body, { status: failed ? 500 : status, headers })
}

const PRELOADS = /<link rel="modulepreload"[^>]*>/g
const MODULE = /<script type="module"[^>]*>[\s\S]*?<\/script>/

/** A page is there to be seen before it can be used: the script in its head lets these out once it has been painted. */
function withScriptsAfterPaint(html: string) {
  const preloads = html.match(PRELOADS)?.join('') ?? ''
  return html
    .replaceAll(PRELOADS, '')
    .replace(MODULE, (script) => `<template id="${WAITING_SCRIPTS}">${preloads}${script}</template>`)
}
