import { SMTPServer } from 'smtp-server'

const PORT = 2525

/** Accepts every mail and counts how often each message id came. */
export async function openMailServer() {
  const times = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, _session, done) => {
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => {
        text += chunk
      })
      stream.on('end', () => {
        const id = /^Message-ID: (.+)$/im.exec(text)?.[1] ?? 'none'
        times.set(id, (times.get(id) ?? 0) + 1)
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(PORT, '0.0.0.0', resolve))
  return {
    taken: () => times.size,
    /** The number of repeated mails. */
    again: () => [...times.values()].reduce((sum, count) => sum + count - 1, 0),
  }
}

export type MailServer = Awaited<ReturnType<typeof openMailServer>>
