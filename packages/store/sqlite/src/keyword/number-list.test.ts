import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseNumberList } from './number-list.js'

const bytesOf = (list: readonly number[]) => new TextEncoder().encode(list.join())

describe('a list of numbers', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (list) => {
        expect([...parseNumberList(bytesOf(list))]).toEqual(list)
      }),
    )
    expect([...parseNumberList(bytesOf([0]))]).toEqual([0])
    expect([...parseNumberList(bytesOf([7, 0, 12]))]).toEqual([7, 0, 12])
  })

  it('may be of no numbers', () => {
    for (const list of [null, undefined, new Uint8Array()]) expect([...parseNumberList(list)]).toEqual([])
  })
})
