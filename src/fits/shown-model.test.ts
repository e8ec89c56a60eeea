import { expect, test } from 'vitest'
import { isForSerial, rangesOf } from './shown-model.ts'

const part = (fromSerial: string | null, toSerial: string | null) => ({ fromSerial, toSerial })
const rangesFor = (...parts: ReturnType<typeof part>[]) => rangesOf([{ positions: [{ parts }] }])

test('ranges of serial numbers that overlap are cut, so that each tells which parts are for all of its numbers', () => {
  const [fan, laterFan] = [part('30100001', '30459999'), part('30460000', '30899999')]
  const [compressor, laterCompressor] = [part('30100001', '30299999'), part('30300000', '30899999')]
  const parts = [fan, laterFan, compressor, laterCompressor, part(null, null)]
  const ranges = rangesFor(...parts)
  expect(ranges).toEqual([part('30100001', '30299999'), part('30300000', '30459999'), part('30460000', '30899999')])
  for (const { fromSerial, toSerial } of ranges) {
    const at = (serial: string | null) => parts.map((one) => isForSerial(one, serial ?? ''))
    expect(at(fromSerial)).toEqual(at(toSerial))
  }
})

test('a range may have no end or no beginning, and numbers that no part is for have no range', () => {
  expect(rangesFor(part(null, '30459999'), part('30460000', null))).toEqual([
    part(null, '30459999'),
    part('30460000', null),
  ])
  expect(rangesFor(part('30100001', '30199999'), part('30300000', '99999999'))).toEqual([
    part('30100001', '30199999'),
    part('30300000', null),
  ])
})
