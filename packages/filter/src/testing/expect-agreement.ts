import { expect } from 'vitest'
import * as fc from 'fast-check'
import { matches } from '../matches.js'
import { parseFilter } from '../parse-filter.js'
import { anyDocument, anyFilter } from './arbitrary-filters.js'
import { openJsonTable } from './json-table.js'

/**
 * Compares memory with SQL for `runs` × 100 random pairs, ten filters with ten documents each time. Gives how many pairs
 * were compared, and how many of them matched.
 */
export function expectAgreement(runs: number): { pairs: number; matched: number } {
  const table = openJsonTable()
  let [pairs, matched] = [0, 0]
  const batch = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> =>
    fc.array(arbitrary, { minLength: 10, maxLength: 10 })
  const property = fc.property(batch(anyFilter), batch(anyDocument), (filters, documents) => {
    table.fill(documents)
    for (const filter of filters.map(parseFilter)) {
      const inMemory = documents.map((document) => matches(filter, document))
      expect(table.matching(filter)).toEqual({ text: inMemory, binary: inMemory })
      pairs += inMemory.length
      matched += inMemory.filter(Boolean).length
    }
  })
  fc.assert(property, { numRuns: runs })
  return { pairs, matched }
}
