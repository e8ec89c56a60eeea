import { connect } from '../client.ts'
import { fillShelves } from '../seed/demo.ts'
import { openEmptyShop } from './open-test-shop.ts'

/** A shop with the products, models and fits of the demonstration, and nobody's client. */
export async function openDemoShop(options: Parameters<typeof openEmptyShop>[0]) {
  const opened = await openEmptyShop(options)
  await fillShelves(opened.shop.db, opened.clock.now())
  return { ...opened, nobody: connect(opened.origin, fetch) }
}
