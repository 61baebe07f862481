import { expect } from 'vitest'
import * as fc from 'fast-check'
import { matches } from '../matches.js'
import { parseFilter } from '../parse-filter.js'
import { anyDocument, anyFilter } from './arbitrary-filters.js'
import { openJsonTable } from './json-table.js'

/**
 * Compares memory with SQL for `runs` × 500 random pairs, ten filters with fifty documents each time. Gives how many pairs
 * were compared, and how many of them matched.
 */
export function expectAgreement(runs: number): { pairs: number; matched: number } {
  const table = openJsonTable()
  let [pairs, matched] = [0, 0]
  const property = fc.property(batch(anyFilter, 10), batch(anyDocument, 50), (filters, documents) => {
    table.load(documents)
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

function batch(arbitrary: fc.Arbitrary<unknown>, length: number): fc.Arbitrary<unknown[]> {
  return fc.array(arbitrary, { minLength: length, maxLength: length })
}
