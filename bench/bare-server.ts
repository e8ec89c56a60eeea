import { createServer } from 'node:http'

type Answer = { status: number; headers: string[]; body: string }

// The baseline: a node:http server that sends the same bytes and headers and does nothing else.
process.once('message', ({ status, headers, body }: Answer) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_, response) => {
    response.writeHead(status, headers)
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
