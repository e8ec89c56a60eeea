import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../config/log.ts'
import { freshDatabase } from '../testing/database.ts'
import { type Db, openDb, openPool, transact } from './db.ts'

async function openNotes() {
  const pool = openPool(await freshDatabase(), openLog('silent'))
  onTestFinished(() => pool.end())
  await pool.query('create table notes (text text primary key)')
  const write = (db: Db, text: string) => db.execute(sql`insert into notes values (${text})`)
  const written = async () => (await pool.query('select text from notes order by text')).rows.map(({ text }) => text)
  return { db: openDb(pool), pool, write, written }
}

class Undone extends Error {}
const undo = async () => {
  throw new Undone()
}

test('a transaction is written as a whole, or not at all when its work fails', async () => {
  const { db, pool, write, written } = await openNotes()
  await transact(db, (tx) => Promise.all([write(tx, 'a'), write(tx, 'b')]))
  await expect(transact(db, (tx) => write(tx, 'c').then(undo))).rejects.toThrow(Undone)
  await expect(transact(db, (tx) => write(tx, 'd').then(() => write(tx, 'a')))).rejects.toThrow()
  expect(await written()).toEqual(['a', 'b'])
  expect(pool.idleCount).toBe(pool.totalCount)
})

test('a transaction in which a fault was kept quiet is an error, since nothing of it was written', async () => {
  const { db, pool, write, written } = await openNotes()
  await write(db, 'a')
  const quiet = transact(db, async (tx) => {
    await write(tx, 'b')
    await write(tx, 'a').catch(() => undefined)
  })
  await expect(quiet).rejects.toThrow('The transaction was undone.')
  expect(await written()).toEqual(['a'])
  expect(pool.idleCount).toBe(pool.totalCount)
})

test('a part of a transaction that fails is undone alone, however deep it stands', async () => {
  const { db, write, written } = await openNotes()
  const fails = (tx: Db, text: string) => transact(tx, (part) => write(part, text).then(undo)).catch(() => undefined)
  await transact(db, async (tx) => {
    await write(tx, 'whole')
    await transact(tx, async (part) => {
      await write(part, 'kept part')
      await fails(part, 'lost part of a kept part')
    })
    await transact(tx, async (part) => {
      await write(part, 'lost part')
      await fails(part, 'lost part of a lost part')
      await transact(part, (inner) => write(inner, 'kept part of a lost part'))
      throw new Undone()
    }).catch(() => undefined)
    await write(tx, 'whole, later')
  })
  expect(await written()).toEqual(['kept part', 'whole', 'whole, later'])
})

test('a part that breaks a law leaves its transaction usable', async () => {
  const { db, write, written } = await openNotes()
  await transact(db, async (tx) => {
    await write(tx, 'a')
    await expect(transact(tx, (part) => write(part, 'a'))).rejects.toThrow()
    await write(tx, 'b')
  })
  expect(await written()).toEqual(['a', 'b'])
})
