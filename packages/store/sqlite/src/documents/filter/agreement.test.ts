import { FilterError, filterLimits, matches, parseFilter } from '@recallite/store/filter'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyDocument, anyFilter, anyJson } from './__fixtures__/arbitrary-filters.js'
import { indexOf } from './__fixtures__/filtered-documents.js'

const batch = <Value>(arbitrary: fc.Arbitrary<Value>, length: number) =>
  fc.array(arbitrary, { minLength: length, maxLength: length })

describe('a filter over JSON', () => {
  it('C11: has the same results in the store and in memory for 4,000 random documents and filters', () => {
    let [pairs, matched] = [0, 0]
    const property = fc.property(batch(anyFilter, 10), batch(anyDocument, 50), (filters, documents) => {
      const find = indexOf(documents)
      for (const filter of filters.map((json) => parseFilter(json))) {
        const inMemory = documents.flatMap((one, number) => (matches(filter, one) ? [number] : []))
        expect(find(filter), JSON.stringify(filter)).toEqual(inMemory)
        pairs += documents.length
        matched += inMemory.length
      }
    })
    fc.assert(property, { numRuns: 8 })
    expect(pairs).toBeGreaterThanOrEqual(4000)
    // Filters match some documents, but not all.
    expect(matched / pairs).toBeGreaterThan(0.1)
    expect(matched / pairs).toBeLessThan(0.9)
  })

  it('C11: is rejected with a FilterError or answered by the store, for any content', async () => {
    const find = indexOf([{ a: 1 }])
    let accepted = 0
    const property = fc.property(anyJson, (json) => {
      const filter = parsed(json)
      accepted += filter === undefined ? 0 : 1
      // A refused filter is replaced by one that matches everything.
      expect([[], [0]]).toContainEqual(find(filter ?? parseFilter({})))
    })
    fc.assert(property, { numRuns: 2000 })
    expect(accepted).toBeGreaterThan(50)
    expect(accepted).toBeLessThan(1950)
  })

  it('of the maximum size still runs', async () => {
    const path = Array.from({ length: filterLimits.keys - 1 }, (_, index) => `key${index}`).join('.')
    const conditions = Array.from({ length: filterLimits.conditions }, (_, index) => [
      `${path}.${index}a`,
      { $in: ['a', 1, 'b'] },
    ])
    const find = indexOf([{ a: 1 }])
    let json: object = Object.fromEntries(conditions)
    for (let depth = 0; depth < filterLimits.depth; depth += 1) json = { $not: json }
    expect(find(parseFilter(json))).toEqual([])
    expect(find(parseFilter(Object.fromEntries(conditions)))).toEqual([])
    const each = conditions.slice(0, filterLimits.conditions / 2).map((one) => Object.fromEntries([one]))
    expect(find(parseFilter({ $or: each }))).toEqual([])
  })
})

function parsed(json: unknown): ReturnType<typeof parseFilter> | undefined {
  try {
    return parseFilter(json)
  } catch (error) {
    if (!FilterError.isInstance(error)) throw error
    return undefined
  }
}
