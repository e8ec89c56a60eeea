import { EventEmitter, on } from 'node:events'

import { expect, test } from 'vitest'
import { openTestShop } from '../testing/open-test-shop.ts'
import { announceCatalogueChange, listenForChanges } from './change-notices.ts'

test('pages count as old from the moment on at which no word of changes comes in, until it does again', async () => {
  const { shop } = await openTestShop()
  const said = new EventEmitter()
  const told = on(said, 'told')
  const next = async () => (await told.next()).value?.[0] as unknown
  const stopping = new AbortController()
  const stopped = listenForChanges(
    shop.pool,
    {
      changed: () => said.emit('told', 'changed'),
      listening: (isListening) => said.emit('told', isListening),
    },
    stopping.signal,
  )
  expect(await next()).toBe(true)
  await announceCatalogueChange(shop.db)
  expect(await next()).toBe('changed')

  await shop.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'",
  )
  expect(await next()).toBe(false)
  expect(await next()).toBe(true)
  await announceCatalogueChange(shop.db)
  expect(await next()).toBe('changed')

  stopping.abort()
  await stopped
  expect(await next()).toBe(false)
})
