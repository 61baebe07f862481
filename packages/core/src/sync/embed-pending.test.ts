import { EmbeddingError } from '@recallite/embeddings'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { testMemory } from '../__fixtures__/test-memory.js'

const manyNotes = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`note-${n}.md`, `Note ${n} is about the car in garage ${n}.`]),
)

function failing(message: string, isRetryable = false) {
  return new EmbeddingError('EMBEDDING_REQUEST_FAILED', message, { isRetryable })
}

describe('embedding what a space lacks', () => {
  it('embeds each text once, packed across files, and nothing again', async () => {
    const { model, embedded } = createConceptModel({ maxBatchItems: 8 })
    const { memory } = await testMemory({ openModel: async () => model })
    const folder = notesFolder(manyNotes)
    const first = await memory.index([folder])
    expect([first.embedded, first.embedRequests]).toEqual([20, Math.ceil(20 / 8)])
    expect(new Set(embedded).size).toBe(20)
    expect((await memory.index([folder])).embedRequests).toBe(0)
  })

  it('sends nothing for a renamed file or a text that another file has', async () => {
    const { model } = createConceptModel()
    const { memory } = await testMemory({ openModel: async () => model })
    const folder = notesFolder({ 'a.md': '# Title\n\nabout the car' })
    await memory.index([folder])
    renameSync(join(folder, 'a.md'), join(folder, 'b.md'))
    writeNote(folder, 'c.md', '# Title\n\nabout the car')
    expect((await memory.index([folder])).embedded).toBe(0)
  })

  it('names the one text that a model refuses, and embeds all others', async () => {
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

  it('keeps what was embedded when the model dies, and the next run sends only the rest', async () => {
    let requests = 0
    const dying = createConceptModel({
      onRequest() {
        requests += 1
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

  it('indexes by words whatever happens when the model is opened', async () => {
    const { memory } = await testMemory({ openModel: () => Promise.reject(failing('no such file')) })
    const report = await memory.index([notesFolder(manyNotes)])
    expect([report.files, report.embedded, report.embedFailure]).toEqual([20, 0, 'no such file'])
  })

  it('stops when it is told to, with what was written in place', async () => {
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
