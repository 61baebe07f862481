import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jaccard } from './text-facts.js'

describe('jaccard', () => {
  it('is the shared part of both sets, from 0 to 1, in either order', () => {
    expect(jaccard(new Set('abc'), new Set('bcd'))).toBe(2 / 4)
    expect(jaccard(new Set(), new Set())).toBe(0)
    const sets = fc.array(fc.integer({ min: 0, max: 9 }).map(String)).map((each) => new Set(each))
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        const { size } = a.union(b)
        expect(jaccard(a, b)).toBe(size === 0 ? 0 : a.intersection(b).size / size)
        expect(jaccard(b, a)).toBe(jaccard(a, b))
      }),
    )
  })
})
