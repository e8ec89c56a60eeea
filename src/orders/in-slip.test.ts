import { describe, expect, test } from 'vitest'
import { inSlip, type Sending } from './in-slip.ts'

const line = (_id: string, status: 'paid' | 'delivered') => ({ _id, status })
const sent = (_id: string, lines: string[]) => ({ _id, lines, carrier: 'Quayline', number: '00 3404' })
const anOrder = (lines: Sending['lines'], parcels: Sending['parcels'] = []): Sending => ({ lines, parcels })
const idsIn = (order: Sending, parcel: string | null) => inSlip(order, parcel).lines.map(({ _id }) => _id)

describe('a packing slip lists', () => {
  test('the whole order before anything has left', () => {
    const order = anOrder([line('a', 'paid'), line('b', 'paid')])
    expect(inSlip(order, null)).toEqual({ lines: order.lines, says: '' })
  })

  test('what is still to be sent, once a parcel has left', () => {
    const order = anOrder([line('a', 'delivered'), line('b', 'paid')], [sent('one', ['a'])])
    expect(idsIn(order, null)).toEqual(['b'])
    expect(inSlip(order, null).says).toBe('Parcel 2')
    expect(inSlip(order, 'one').says).toBe('Parcel 1, Quayline 00 3404')
  })

  test('one parcel of several by its carrier and number', () => {
    const order = anOrder([line('a', 'delivered'), line('b', 'delivered')], [sent('one', ['a']), sent('two', ['b'])])
    expect(idsIn(order, 'two')).toEqual(['b'])
    expect(inSlip(order, 'two').says).toBe('Parcel 2 of 2, Quayline 00 3404')
    expect(idsIn(order, null)).toEqual(['a', 'b'])
  })
})
