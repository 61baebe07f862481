import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseNumberList } from './sql-database.js'

describe('a list of numbers', () => {
  it('is parsed as written, and may be empty', () => {
    const bytesOf = (list: readonly number[]) => new TextEncoder().encode(list.join())
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (list) => {
        expect([...parseNumberList(bytesOf(list))]).toEqual(list)
      }),
    )
    for (const list of [[0], [7, 0, 12]]) expect([...parseNumberList(bytesOf(list))]).toEqual(list)
    for (const list of [null, undefined, new Uint8Array()]) expect([...parseNumberList(list)]).toEqual([])
  })
})
