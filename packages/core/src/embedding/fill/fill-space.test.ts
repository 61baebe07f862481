import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { EmbeddingError } from '@recallite/embeddings'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../../__fixtures__/concept-model.js'
import { notesFolder, writeNote } from '../../__fixtures__/notes-folder.js'
import { indexedMemory, testBackend, testMemory } from '../../__fixtures__/test-memory.js'

const manyNotes = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`note-${n}.md`, `Note ${n} is about the car in garage ${n}.`]),
)

function failing(message: string, isRetryable = false) {
  return new EmbeddingError('EMBEDDING_REQUEST_FAILED', message, { isRetryable })
}

describe('embedding pending texts', () => {
  it('embeds each text once, in requests across files', async () => {
    const { model, embedded } = createConceptModel({ maxBatchItems: 8 })
    const { memory } = await testMemory({ openModel: async () => model })
    const folder = notesFolder(manyNotes)
    const first = await memory.index([folder])
    expect([first.embedded, first.embedRequests]).toEqual([20, Math.ceil(20 / 8)])
    expect(new Set(embedded).size).toBe(20)
    expect((await memory.index([folder])).embedRequests).toBe(0)
  })

  it('A15: sends nothing for a renamed file or a text that another file has', async () => {
    const { model } = createConceptModel()
    const { memory, folder } = await indexedMemory(
      { 'a.md': '# Title\n\nabout the car' },
      { openModel: async () => model },
    )
    renameSync(join(folder, 'a.md'), join(folder, 'b.md'))
    writeNote(folder, 'c.md', '# Title\n\nabout the car')
    expect((await memory.index([folder])).embedded).toBe(0)
  })

  it('names a text that the model rejects, and embeds all others', async () => {
    const { model } = createConceptModel({
      onRequest(texts) {
        if (texts.some((text) => text.includes('garage 13'))) throw failing('refused')
      },
    })
    const { memory } = await testMemory({ openModel: async () => model })
    const report = await memory.index([notesFolder(manyNotes)])
    expect(report.embedded).toBe(19)
    expect(report.unembedded).toEqual([
      { document: { root: expect.any(String), path: 'note-13.md' }, startLine: 1, reason: 'refused' },
    ])
    expect((await memory.search('garage 13')).answer.results[0]?.path).toBe('note-13.md')
  })

  it('stores the vectors from before a model failed, and the next run sends only the rest', async () => {
    let requests = 0
    const dying = createConceptModel({
      onRequest(texts) {
        if (texts.some((text) => text.includes('garage'))) requests += 1
        if (requests > 2) throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'the model is gone')
      },
    })
    const { memory, store } = await testMemory({ openModel: async () => dying.model })
    const folder = notesFolder(manyNotes)
    const report = await memory.index([folder])
    expect(report.embedFailure).toBe('the model is gone')
    expect(report.embedded).toBe(16)
    expect((await memory.status()).degraded[0]?.reason).toMatch(/4 texts/)
    const healthy = createConceptModel()
    const { memory: again } = await testMemory({ store, openModel: async () => healthy.model })
    expect((await again.index([folder])).embedded).toBe(4)
    expect(healthy.embedded).toHaveLength(4)
  })

  it('stops when it is aborted, and keeps completed writes', async () => {
    const controller = new AbortController()
    const { model } = createConceptModel({
      maxBatchItems: 1,
      onRequest: () => controller.abort(new Error('enough')),
    })
    const { memory } = await testMemory({ openModel: async () => model })
    await expect(memory.index([notesFolder(manyNotes)], { signal: controller.signal })).rejects.toThrow(
      'enough',
    )
    expect((await memory.status()).files).toBe(20)
  })
})

describe('a provider with lower limits', () => {
  const tooLarge = new EmbeddingError('EMBEDDING_REQUEST_TOO_LARGE', 'too many items')

  it('receives a rejected request in halves', async () => {
    const sizes: number[] = []
    const { model } = createConceptModel({
      maxBatchItems: 2048,
      onRequest(texts) {
        sizes.push(texts.length)
        if (texts.length > 6) throw tooLarge
      },
    })
    const { memory } = await testMemory({ openModel: async () => model })
    const report = await memory.index([notesFolder(manyNotes)])
    expect([report.embedded, report.unembedded]).toEqual([20, []])
    // The canary, then 20, halved to 10, halved to 5.
    expect(sizes).toEqual([1, 20, 10, 5, 5, 10, 5, 5])
  })
})

describe('a provider with partial answers', () => {
  it('receives only the rest again, so that every text is embedded once', async () => {
    const { model, embedded } = createConceptModel({ maxBatchItems: 20 })
    const partly = {
      ...model,
      async embed(request: Parameters<typeof model.embed>[0]) {
        const answered = Math.ceil(request.texts.length * 0.6)
        const vectors = await model.embed({ ...request, texts: request.texts.slice(0, answered) })
        if (answered === request.texts.length) return vectors
        const all = request.texts.map((_, position) => vectors[position])
        throw new EmbeddingError('EMBEDDING_RESPONSE_INVALID', 'some are missing', { vectors: all })
      },
    }
    const { memory } = await testMemory({ openModel: async () => partly })
    const report = await memory.index([notesFolder(manyNotes)])
    expect([report.embedded, report.unembedded]).toEqual([20, []])
    expect(embedded.length).toBe(new Set(embedded).size)
  })

  it('never has a wrong vector stored: the texts are named, all others are stored', async () => {
    const { model } = createConceptModel({ maxBatchItems: 20 })
    const spoiling = {
      ...model,
      async embed(request: Parameters<typeof model.embed>[0]) {
        const vectors = await model.embed(request)
        return vectors.map((vector, position) =>
          request.texts[position]?.includes('garage 3.') ? vector.fill(NaN) : vector,
        )
      },
    }
    const { memory } = await testMemory({ openModel: async () => spoiling })
    const report = await memory.index([notesFolder(manyNotes)])
    expect([report.embedded, report.unembedded.map(({ document }) => document.path)]).toEqual([
      19,
      ['note-3.md'],
    ])
  })

  it('without usable vectors is given up after a while, not after every text', async () => {
    let requests = 0
    const { model } = createConceptModel({
      maxBatchItems: 50,
      onRequest(texts) {
        if (texts.some((text) => text.includes('garage'))) {
          requests += 1
          throw new EmbeddingError('EMBEDDING_RESPONSE_INVALID', 'not one of them')
        }
      },
    })
    const many = Array.from({ length: 1000 }, (_, n) => [`${n}.md`, `Note ${n} about garage ${n}.`])
    const { memory } = await testMemory({ openModel: async () => model })
    const report = await memory.index([notesFolder(Object.fromEntries(many))])
    expect([report.embedded, report.embedFailure]).toEqual([0, 'not one of them'])
    expect(requests).toBeLessThan(120)
  })
})

describe('a provider that becomes unreachable', () => {
  it('is given up without halving; stored vectors stay, and the next run sends the rest', async () => {
    let requests = 0
    const dying = createConceptModel({
      maxBatchItems: 2,
      onRequest(texts) {
        if (!texts.some((text) => text.includes('garage'))) return
        requests += 1
        if (requests > 4) throw failing('connection refused', true)
      },
    })
    const backends = [testBackend(async () => dying.model, { host: 'api.example.com' })]
    const { memory, store } = await testMemory({ models: backends, sleep: async () => {} })
    const folder = notesFolder(manyNotes)
    const report = await memory.index([folder])
    expect(report.embedded).toBe(8)
    const healthy = createConceptModel()
    const { memory: again } = await testMemory({ store, openModel: async () => healthy.model })
    await again.index([folder])
    expect(healthy.embedded).toHaveLength(12)
  })
})

it('A13: sends up to four requests at a time', async () => {
  let underWay = 0
  const seen: number[] = []
  const { model } = createConceptModel({
    maxBatchItems: 2,
    async onRequest() {
      underWay += 1
      seen.push(underWay)
      for (let turn = 0; turn < 5; turn += 1) await setImmediate()
      underWay -= 1
    },
  })
  const { memory } = await testMemory({ openModel: async () => model })
  const notes = Array.from({ length: 24 }, (_, note) => [`n${note}.md`, `Note ${note} about the car.`])
  await memory.index([notesFolder(Object.fromEntries(notes))])
  expect(seen.length).toBeGreaterThanOrEqual(12)
  expect(Math.max(...seen)).toBe(4)
})

describe('a local model that fails', () => {
  it('with one text is not down: that text is named, all others are embedded', async () => {
    const { model } = createConceptModel({
      onRequest(texts) {
        if (texts.some((text) => text.includes('garage 13'))) throw failing('the model ended', true)
      },
    })
    const { memory } = await testMemory({ openModel: async () => model, sleep: async () => {} })
    const report = await memory.index([notesFolder(manyNotes)])
    expect([report.embedded, report.embedFailure]).toEqual([19, null])
    expect(report.unembedded.map(({ document }) => document.path)).toEqual(['note-13.md'])
  })

  it('with every text is given up, and no text is named', async () => {
    let isDown = false
    const { model } = createConceptModel({
      onRequest(texts) {
        isDown ||= texts.some((text) => text.includes('garage'))
        if (isDown) throw failing('the model ended', true)
      },
    })
    const { memory } = await testMemory({ openModel: async () => model, sleep: async () => {} })
    const report = await memory.index([notesFolder(manyNotes)])
    expect([report.embedded, report.unembedded, report.embedFailure]).toEqual([0, [], 'the model ended'])
  })
})
