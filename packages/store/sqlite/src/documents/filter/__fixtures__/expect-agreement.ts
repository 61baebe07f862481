import { matches, parseFilter } from '@recallite/filter'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { anyDocument, anyFilter } from './arbitrary-filters.js'
import { indexOf } from './filtered-documents.js'

/**
 * Compares the store with memory for `runs` × 500 random pairs, ten filters over JSON with fifty documents each time. Gives how
 * many pairs were compared, and how many of them matched.
 */
export async function expectAgreement(runs: number): Promise<{ pairs: number; matched: number }> {
  let [pairs, matched] = [0, 0]
  const property = fc.asyncProperty(batch(anyFilter, 10), batch(anyDocument, 50), async (filters, documents) => {
    const find = indexOf(documents.map((metadata, number) => ({ ...blank, path: `${number}`, metadata })))
    for (const filter of filters.map((json) => parseFilter(json))) {
      const inMemory = documents.flatMap((document, number) => (matches(filter, document) ? [number] : []))
      expect(find(filter), JSON.stringify(filter)).toEqual(inMemory)
      pairs += documents.length
      matched += inMemory.length
    }
  })
  await fc.assert(property, { numRuns: runs })
  return { pairs, matched }
}

const blank = { root: 'notes', date: undefined, sections: [], row: { words: '', parts: '', place: '' } }

function batch<Value>(arbitrary: fc.Arbitrary<Value>, length: number): fc.Arbitrary<Value[]> {
  return fc.array(arbitrary, { minLength: length, maxLength: length })
}
