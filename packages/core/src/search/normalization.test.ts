import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { indexedMemory } from '../__fixtures__/test-memory.js'
import type { SearchOptions } from './search-options.js'

const notes = {
  'often.md': '# Quay\n\nHarbour, harbour, harbour.',
  'once.md':
    '# Quay\n\nThe harbour was closed on the day when everybody else wanted to go out to the islands.',
  'twice.md': '# Quay\n\nThe harbour, the old harbour, was closed on that day.',
}

/** The keyword parts of a weighted search, in the order of the keyword places. */
async function keywordParts(textNormalization: SearchOptions['textNormalization']) {
  const { memory } = await indexedMemory(notes, { openModel: async () => createConceptModel().model })
  const options = { vectorWeight: 0.7, textWeight: 0.3, threshold: 0, textNormalization }
  const { answer } = await memory.search('harbour', options)
  const parts = answer.results.flatMap(({ contributions }) =>
    contributions.filter(({ source }) => source === 'keyword'),
  )
  return parts.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
}

describe('keyword places in a weighted search', () => {
  it('A7: score 1 / (1 + r), r from 0', async () => {
    const parts = await keywordParts(undefined)
    expect(parts.map(({ rank }) => rank)).toEqual([1, 2, 3])
    for (const [place, { value }] of parts.entries()) expect(value).toBeCloseTo(0.3 / (1 + place), 12)
  })

  it('A7: mean the strategy weighted where they are scaled by name, and refuse one that scales otherwise', async () => {
    const { memory } = await indexedMemory(notes)
    const { answer } = await memory.search('harbour', { textNormalization: 'max' })
    expect(answer.explanation.strategy).toBe('weighted')
    const refused = memory.search('harbour', { textNormalization: 'max', fusion: 'convex' })
    await expect(refused).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })
})
