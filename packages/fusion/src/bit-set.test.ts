import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addBit, countBits, createBitSet, intersect } from './bit-set.js'

const numbers = fc.uniqueArray(fc.nat({ max: 99 }))

function setOf(members: readonly number[]) {
  const set = createBitSet(100)
  for (const member of members) addBit(set, member)
  return set
}

describe('a set of bits', () => {
  it('counts its members, and those that it shares with another', () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const shared = one.filter((member) => other.includes(member))
        const result = setOf([0, 31, 32, 99])
        expect(countBits(setOf(one))).toBe(one.length)
        expect(intersect(setOf(one), setOf(other), result)).toBe(shared.length > 0)
        expect(result).toEqual(setOf(shared))
      }),
    )
  })
})
