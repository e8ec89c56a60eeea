import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openOrdering } from '../ordering.ts'
import { inTurns, type Row, whole } from '../row.ts'
import { openMeasuredShop } from '../shop.ts'

const ROUNDS = 7
const WARM = 3

/** Orders of a shop that sends its share of traces, against one that makes none, each in a process of its own. */
export async function tracedOrders(): Promise<Row[]> {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const env = { MAX_UNPAID_ORDERS: '1000' }
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const traced = await openMeasuredShop(undefined, { ...env, OTEL_EXPORTER_OTLP_ENDPOINT })
  const bare = await openMeasuredShop(undefined, env)
  try {
    const [on, off] = [await openOrdering(traced), await openOrdering(bare)]
    await inTurns(WARM, on.rate, off.rate)
    const { ratio, a, b } = await inTurns(ROUNDS, on.rate, off.rate)
    const what = 'POST /api/order, 16 at once, with traces (one in ten sent), against without'
    const detail = `${whole(a)} against ${whole(b)} orders/s`
    return [{ what, measured: ratio, floor: 0.95, is: 'at least', unit: '×', detail }]
  } finally {
    await traced.stop()
    await bare.stop()
    collector.close()
  }
}
