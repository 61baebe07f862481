import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seek } from './posting-list.js'

describe('a search in a sorted list', () => {
  it('finds the first place with at least a number, from a place on', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { maxLength: 40 }),
        fc.nat(52),
        fc.nat(41),
        (numbers, wanted, from) => {
          const sorted = Int32Array.from(numbers).toSorted()
          const start = Math.min(from, sorted.length)
          const found = sorted.findIndex((number, place) => place >= start && number >= wanted)
          expect(seek(sorted, wanted, start)).toBe(found < 0 ? sorted.length : found)
        },
      ),
    )
  })
})
