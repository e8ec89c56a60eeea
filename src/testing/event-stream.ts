type Told = { id: number; what: string }
type Opening = { token?: string | undefined; after?: number; headers?: Record<string, string> }

/** A stream of server-sent events as a browser reads it: `next` is the next event, undefined when the stream has ended. */
export async function openStream(url: string, { token, after, headers = {} }: Opening = {}) {
  const all = new Headers(headers)
  if (token) all.set('Authorization', `Bearer ${token}`)
  if (after !== undefined) all.set('Last-Event-ID', String(after))
  const gone = new AbortController()
  const answer = await fetch(url, { headers: all, signal: gone.signal })
  const told = eventsIn(answer)
  return {
    answer,
    next: async () => (await told.next()).value as Told | undefined,
    close: () => gone.abort(),
  }
}

async function* eventsIn({ body }: Response): AsyncGenerator<Told, undefined> {
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const id = /^id: (\d+)$/m.exec(block)?.[1]
      if (id) yield { id: Number(id), what: JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? '{}').what }
    }
  }
  return undefined
}
