import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../../__fixtures__/concept-model.js'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { testBackend, testMemory } from '../../__fixtures__/test-memory.js'

const notesOf = (word: string) =>
  Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}.md`, `${word} ${n}`]))

const manyNotes = notesOf('garage')

describe('one vector for different texts', () => {
  it.each([
    ['another machine', { host: 'host' }],
    ['this machine', {}],
  ])('is not stored from %s, and the run gives up on its provider', async (_, options) => {
    const backends = [testBackend(async () => alikeModel(), options)]
    const { memory, store } = await testMemory({ models: backends })
    const report = await memory.index([notesFolder(manyNotes)])
    expect([report.embedded, report.embedFailure]).toEqual([
      0,
      'test/concepts returns the same vector for different texts',
    ])
    expect((await store.status()).spaces).toMatchObject([{ vectors: 0, pending: 30 }])
  })

  // Two texts may differ only after the truncated part, and a small model may not support a script.
  it.each([
    ['this machine, of texts in another script', {}, notesOf('车库'), 30],
    ['another machine, of only two texts', { host: 'host' }, { 'a.md': 'garage', 'b.md': 'garages' }, 2],
  ])('is stored from %s', async (_, options, files, embedded) => {
    const { memory } = await testMemory({ models: [testBackend(async () => alikeModel(), options)] })
    expect(await memory.index([notesFolder(files)])).toMatchObject({ embedded, embedFailure: null })
  })
})

function alikeModel() {
  const { model } = createConceptModel()
  return {
    ...model,
    async embed(request: Parameters<typeof model.embed>[0]) {
      const vectors = await model.embed(request)
      return vectors.map((vector, position) =>
        /garage|车库/u.test(request.texts[position] ?? '') ? vector.map(() => 0.5) : vector,
      )
    },
  }
}
