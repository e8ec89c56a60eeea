import { createServer } from 'node:http'
import pg from 'pg'

/** The row of a part or a model by its squeezed number, the same index that the shop uses. */
const BY_KEY = {
  part: 'select p.* from part_numbers n join products p on p.id = n.product_id where n.key = $1',
  model: 'select number, maker, kind from models where squeezed(number) = $1',
}

// The baseline: a node:http server that asks the driver for the row of a key and sends it as JSON.
process.once('message', (connectionString: string) => {
  const pool = new pg.Pool({ connectionString, max: 1 })
  const server = createServer(async ({ url = '' }, response) => {
    const [, kind, key = ''] = url.split('/')
    const name = kind === 'model' ? 'model' : 'part'
    const { rows } = await pool.query({ name, text: BY_KEY[name], values: [decodeURIComponent(key)] })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(rows))
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
