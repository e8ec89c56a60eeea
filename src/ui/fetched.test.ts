import { expect, test } from 'vitest'
import { fetched, NOT_HERE } from './fetched.ts'

test('a script that does not come is told each time, also by a browser that does not name it', async () => {
  const failing = () => Promise.reject(new TypeError('Importing a module script failed.'))
  for (const _ of ['first', 'again']) await expect(fetched(failing)).rejects.toThrow(NOT_HERE)
})

test('and one that comes later is there', async () => {
  await expect(fetched(() => Promise.reject(new Error('offline')))).rejects.toThrow(NOT_HERE)
  expect(await fetched(async () => ({ default: 'a box' }))).toEqual({ default: 'a box' })
})
