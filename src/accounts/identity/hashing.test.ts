import { expect, test } from 'vitest'
import { askedFrom } from '../../http/asked-from.ts'
import { aBrowser, aStranger } from '../../testing/browser.ts'
import { openTestShop } from '../../testing/open-test-shop.ts'
import { passwordTools } from './hashing.ts'

const [HERE, THERE] = ['198.51.100.1', '198.51.100.2']

/** Hashes nothing until it is let go, and notes what was begun, and for which address. */
function heldHashing() {
  const begun: string[] = []
  const held: (() => void)[] = []
  const work = <T>(password: string, answer: T) =>
    new Promise<T>((resolve) => {
      begun.push(`${askedFrom.getStore()} ${password}`)
      held.push(() => resolve(answer))
    })
  const hashing = {
    hash: (password: string) => work(password, 'hash'),
    verify: ({ password }: { password: string }) => work(password, true),
  }
  const letOneGo = () => {
    held.shift()?.()
    return new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, hashing, letOneGo }
}

test('a password of one address begins after two of the thirty that another sent before', async () => {
  const { begun, hashing, letOneGo } = heldHashing()
  const { hash, verify } = passwordTools(hashing)
  const crowd = Array.from({ length: 30 }, (_, n) => askedFrom.run(THERE, () => hash(`their ${n}`)))
  const mine = askedFrom.run(HERE, () => verify({ hash: 'hash', password: 'mine' }))
  await expect.poll(() => begun).toEqual([`${THERE} their 0`, `${THERE} their 1`])
  await letOneGo()
  expect(begun).toContain(`${HERE} mine`)
  while (begun.length < 31) await letOneGo()
  await letOneGo()
  await letOneGo()
  expect([await mine, (await Promise.all(crowd)).length]).toEqual([true, 30])
})

test('a password that is sent to the shop has its turn with those of the address that sent it', async () => {
  const { begun, hashing, letOneGo } = heldHashing()
  const { origin } = await openTestShop({ hashing, env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  const json = { ...aStranger(), password: 'cold-storage-9' }
  const answer = aBrowser(origin).send('/api/auth/sign-up/email', { json, headers: { 'X-Forwarded-For': HERE } })
  await expect.poll(() => begun).toEqual([`${HERE} cold-storage-9`])
  await letOneGo()
  expect((await answer).status).toBe(200)
})
