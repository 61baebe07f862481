import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../../__fixtures__/concept-model.js'
import { indexedMemory } from '../../__fixtures__/test-memory.js'

const filler = (topic: string) =>
  Array.from({ length: 9 }, (_, day) => `On day ${day} the ${topic} was noted down once more by all.`).join(
    ' ',
  )

const note = [filler('ledger'), `${filler('garden')} The physician came by.`, filler('weather')].join('\n\n')

async function ask(query: string, chunking?: { pieces: boolean }) {
  const { model } = createConceptModel()
  const { memory } = await indexedMemory({ 'log.md': note }, { openModel: async () => model, chunking })
  const { answer } = await memory.search(query, { limit: 1, threshold: 0 })
  return { snippet: answer.results[0]?.snippet ?? '', answer }
}

it('names a heading in a snippet as in the heading path', async () => {
  const notes = { 'a.md': '# The **`gate`** [way](https://example.org)\n\nIt failed.\n' }
  const { memory } = await indexedMemory(notes)
  const [result] = (await memory.search('failed')).answer.results
  expect([result?.heading, result?.snippet]).toEqual([['The gate way'], 'The gate way · It failed.'])
})

describe('the snippet of a long chunk', () => {
  it('comes from the nearest piece if the chunk contains no word of the query', async () => {
    const { snippet, answer } = await ask('doctor')
    expect(answer.results[0]?.confidenceInputs.coverage).toBe(0)
    expect(snippet).toContain('garden')
    expect(snippet).not.toContain('ledger')
    expect((await ask('doctor', { pieces: false })).snippet).toContain('ledger')
  })

  it('comes from the sentences with the words of the query if coverage is high', async () => {
    const { snippet, answer } = await ask('weather')
    expect(snippet).toContain('weather')
    expect(answer.results[0]?.matches.length).toBeGreaterThan(0)
  })

  it('marks words of the query in a piece that is nearest by vector', async () => {
    const { snippet, answer } = await ask('doctor money teacher garden')
    expect(answer.results[0]?.confidenceInputs.coverage).toBeLessThan(0.5)
    const marked = answer.results[0]?.matches.map(({ start, end }) => snippet.slice(start, end))
    expect(new Set(marked)).toEqual(new Set(['garden']))
  })
})
