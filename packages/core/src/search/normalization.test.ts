import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { testMemory } from '../__fixtures__/test-memory.js'
import type { SearchOptions } from './search-options.js'

const notes = {
  'often.md': '# Quay\n\nHarbour, harbour, harbour.',
  'once.md':
    '# Quay\n\nThe harbour was closed on the day when everybody else wanted to go out to the islands.',
  'twice.md': '# Quay\n\nThe harbour, the old harbour, was closed on that day.',
}

/** The keyword parts of a weighted search, in the order of the keyword places. */
async function keywordParts(textNormalization: SearchOptions['textNormalization']) {
  const { memory } = await testMemory({ openModel: async () => createConceptModel().model })
  await memory.index([notesFolder(notes)])
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

  it.each([
    ['min-max', (raw: number, best: number, worst: number) => (raw - worst) / (best - worst)],
    ['theoretical-min-max', (raw: number, best: number) => (raw - 0) / (best - 0)],
    ['max', (raw: number, best: number) => raw / best],
    ['none', (raw: number) => raw],
    ['openclaw-rank', () => 1],
  ] as const)('A7: are scaled by %s where that is named', async (name, scaled) => {
    const parts = await keywordParts(name)
    const raws = parts.map(({ raw }) => raw ?? Number.NaN)
    const [best, worst] = [Math.max(...raws), Math.min(...raws)]
    expect(best).toBeGreaterThan(worst)
    for (const { raw, value } of parts) {
      expect(value).toBeCloseTo(0.3 * scaled(raw ?? Number.NaN, best, worst), 9)
    }
  })

  it('A7: are not scaled by a name that nobody has', async () => {
    await expect(keywordParts('median' as 'max')).rejects.toThrow(/min-max/)
  })

  it('A7: mean the strategy weighted where they are scaled by name, and refuse one that scales otherwise', async () => {
    const { memory } = await testMemory()
    await memory.index([notesFolder(notes)])
    const { answer } = await memory.search('harbour', { textNormalization: 'max' })
    expect(answer.explanation.strategy).toBe('weighted')
    const refused = memory.search('harbour', { textNormalization: 'max', fusion: 'convex' })
    await expect(refused).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })
})
