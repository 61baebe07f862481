import { EmbeddingError } from '@recallite/embeddings'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../../__fixtures__/concept-model.js'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { testBackend, testMemory } from '../../__fixtures__/test-memory.js'

const notes = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`note-${n}.md`, `Note ${n} is about the car in garage ${n}.`]),
)

const sleep = async () => {}

function died() {
  return new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'the model ended', { isRetryable: true })
}

/** A model that answers every text with one vector. */
function alikeModel() {
  const { model } = createConceptModel()
  return {
    ...model,
    embed: async (request: Parameters<typeof model.embed>[0]) =>
      (await model.embed(request)).map(({ length }) => Float32Array.from({ length }, () => 0.5)),
  }
}

describe('one vector for different texts', () => {
  it('is not kept, and its provider is given up', async () => {
    const backends = [testBackend(async () => alikeModel(), { host: 'host' })]
    const { memory, store } = await testMemory({ models: backends })
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}.md`, `garage ${n}`]))
    const report = await memory.index([notesFolder(many)])
    expect([report.embedded, report.embedFailure]).toEqual([
      0,
      'test/concepts answers different texts with one and the same vector',
    ])
    expect((await store.status()).spaces).toMatchObject([{ vectors: 0, pending: 30 }])
  })
})

describe('a model on this machine that fails', () => {
  it('with one text is not down: that text is named, all others have their vectors', async () => {
    const { model } = createConceptModel({
      onRequest(texts) {
        if (texts.some((text) => text.includes('garage 13'))) throw died()
      },
    })
    const { memory } = await testMemory({ openModel: async () => model, sleep })
    const report = await memory.index([notesFolder(notes)])
    expect([report.embedded, report.embedFailure]).toEqual([19, null])
    expect(report.unembedded.map(({ document }) => document.path)).toEqual(['note-13.md'])
  })

  it('with everything is given up; no text is blamed', async () => {
    let isDown = false
    const { model } = createConceptModel({
      onRequest(texts) {
        isDown ||= texts.some((text) => text.includes('garage'))
        if (isDown) throw died()
      },
    })
    const { memory } = await testMemory({ openModel: async () => model, sleep })
    const report = await memory.index([notesFolder(notes)])
    expect([report.embedded, report.unembedded, report.embedFailure]).toEqual([0, [], 'the model ended'])
  })
})
