import { expect, onTestFinished, test, vi } from 'vitest'
import { inTurnByKey } from './in-turn.ts'

test('works of one key that end at once begin no faster than their places are free, and those of others with them', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const turn = inTurnByKey(2, 50)
  const begun: string[] = []
  const send = (key: string) => turn(key, async () => begun.push(key))
  const crowd = Array.from({ length: 5 }, () => send('there'))
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['there', 'there'])
  await send('elsewhere')
  expect(begun).toEqual(['there', 'there', 'elsewhere'])
  await vi.advanceTimersByTimeAsync(49)
  expect(begun).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toHaveLength(5)
  await vi.advanceTimersByTimeAsync(50)
  await Promise.all(crowd)
  expect(begun).toHaveLength(6)
})

test('one after the other a key has no more than its places either', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const turn = inTurnByKey(1, 50)
  const begun: number[] = []
  await turn('there', async () => begun.push(1))
  void turn('there', async () => begun.push(2))
  await vi.advanceTimersByTimeAsync(49)
  expect(begun).toEqual([1])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual([1, 2])
})
