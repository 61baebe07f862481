import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { confidenceOf } from '../search/confidence.js'
import { openRecordMemory } from './__fixtures__/open-record-memory.js'

const contents = [
  'The automobile needs new tyres.',
  'The physician comes on Monday.',
  'Cash lies in the drawer.',
  'The map shows the sea.',
]

async function openMemory(isEmbedded: boolean) {
  const models = isEmbedded ? [createConceptModel().model] : undefined
  const { memory, records } = await openRecordMemory({ models })
  const { id: session } = await memory.startSession({ id: 'monday' })
  const context = { spatial: { position: [1, 2] }, task: { name: 'errand' } }
  await records.put(contents.map((content) => ({ content, session, context })))
  return memory
}

/** Cosines to the records are about 0.2, enough for a search of files. */
const unanswered = 'professor'

describe('the threshold of a recall', () => {
  it('is compared with a confidence that can be recomputed', async () => {
    const memory = await openMemory(true)
    const { results, explanation } = await memory.recall('vehicle', { threshold: 0 })
    const scale = explanation?.kinds[0]?.cosineScale
    expect(results.length).toBe(contents.length)
    for (const { confidence, confidenceInputs } of results) {
      expect(confidence).toBe(confidenceOf(confidenceInputs, scale ?? null))
    }
    const [best] = results
    expect(best?.record.content).toBe(contents[0])
  })

  it.each([
    ['only a query', {}, true],
    ['a collection', { collection: 'default' }, true],
    ['a minimum confidence', { minConfidence: 0.3 }, true],
    ['a session', { session: 'monday' }, false],
    ['a filter', { filter: { 'task.name': 'errand' } }, false],
    ['a position', { spatial: { position: [0, 0] } }, false],
    ['a session and an explicit threshold', { session: 'monday', threshold: 0.11 }, true],
  ])('with %s', async (_, options, isAbstained) => {
    const memory = await openMemory(true)
    const { abstained, results, confidence } = await memory.recall(unanswered, options)
    expect(confidence).toBeLessThan(0.11)
    expect(abstained).toBe(isAbstained)
    expect(results.map(({ weak }) => weak)).toEqual(isAbstained ? [] : contents.map(() => true))
  })

  it('is compared without vectors as in a search', async () => {
    const memory = await openMemory(false)
    const { results, explanation } = await memory.recall('tyres of the tram')
    expect(explanation?.kinds[0]?.cosineScale).toBeNull()
    expect(
      results.map(({ confidenceInputs, confidence }) => [confidenceOf(confidenceInputs, null), confidence]),
    ).toEqual([[results[0]?.confidence, results[0]?.confidence]])
  })
})
