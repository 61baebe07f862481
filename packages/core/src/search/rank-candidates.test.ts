import { strategyNames } from '@recallite/fusion'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { indexedMemory } from '../__fixtures__/test-memory.js'
import { rankBoth } from '../ranking.js'

describe('x', () => {
  it('y', async () => {
    const { memory } = await indexedMemory(
      { 'a.md': '# A\n\nThe automobile of the doctor', 'b.md': '# B\n\nThe car and the sea', 'c.md': 'cash' },
      { openModel: async () => createConceptModel().model },
    )
    const c = await memory.candidates('car of a physician')
    console.log(JSON.stringify(c.files, null, 1))
    for (const fusion of strategyNames()) {
      const { results, abstained } = await rankBoth(JSON.parse(JSON.stringify(c)), { fusion })
      const { answer } = await memory.search('car of a physician', { fusion })
      expect(abstained).toBe(answer.abstained)
      expect(results.map((r) => [r.id, r.fused.score])).toEqual(
        answer.results.map((r) => [r.id, r.fusedScore]),
      )
    }
    console.log(await rankBoth(c, { limit: 1, vectorWeight: 0 }))
  })
})
