import { EventEmitter } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inTurnByKey, NoTurn } from './in-turn.ts'

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

test('so many of a key wait and the next one is not begun, until one is done; others wait for none of them', async () => {
  const byTurns = inTurnByKey(1, 0, 2)
  const gate = Promise.withResolvers<void>()
  const begun: string[] = []
  const work = (name: string) => async () => {
    begun.push(name)
    await gate.promise
  }
  const waiting = ['first', 'second', 'third'].map((name) => byTurns('here', work(name)))
  await expect(byTurns('here', work('fourth'))).rejects.toThrow(NoTurn)
  const there = byTurns('there', work('there'))
  await expect.poll(() => begun).toEqual(['first', 'there'])
  gate.resolve()
  await Promise.all([...waiting, there])
  await byTurns('here', work('fifth'))
  expect(begun).toEqual(['first', 'there', 'second', 'third', 'fifth'])
})

test('whose client leaves the queue is not begun, and keeps nobody behind it waiting', async () => {
  const byTurns = inTurnByKey(1, 0, 2)
  const gate = Promise.withResolvers<void>()
  const begun: string[] = []
  const send = (name: string) => {
    const client = Object.assign(new EventEmitter(), { destroyed: false })
    const work = async () => {
      begun.push(name)
      await gate.promise
    }
    const sent = byTurns('here', work, client as never)
    return {
      sent,
      leaves: () => {
        client.destroyed = true
        client.emit('close')
      },
    }
  }
  const [first, second, third] = ['first', 'second', 'third'].map(send)
  second?.leaves()
  await expect(second?.sent).rejects.toThrow(NoTurn)
  const fourth = send('fourth')
  first?.leaves()
  gate.resolve()
  await Promise.all([first?.sent, third?.sent, fourth.sent])
  expect(begun).toEqual(['first', 'third', 'fourth'])
})
