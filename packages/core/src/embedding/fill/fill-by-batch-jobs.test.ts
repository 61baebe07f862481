import type { BatchResult, EmbeddingBatches } from '@recallite/embeddings'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../../__fixtures__/concept-model.js'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { testMemory } from '../../__fixtures__/test-memory.js'
import { batchBackend, createProvider, waitingStore } from './__fixtures__/batch-provider.js'
import type { Upload } from './pending-texts.js'

const { model } = createConceptModel()

const notes = Object.fromEntries(
  Array.from({ length: 10 }, (_, n) => [`${n}.md`, `Note ${n} about the car.`]),
)

async function batchMemory(batches: EmbeddingBatches | undefined) {
  return testMemory({ models: [batchBackend(model, batches)] })
}

const batch = { pollInterval: 1 }

describe('embedding by batch jobs', () => {
  it('submits, checks and collects every text once', async () => {
    const { batches, jobs, maxConcurrent } = createProvider()
    const { memory } = await batchMemory(batches)
    const report = await memory.index([notesFolder(notes)], { batch })
    expect([report.embedded, report.embedRequests, report.embedFailure]).toEqual([10, 3, null])
    expect([...jobs.values()].map(({ texts }) => texts.length)).toEqual([4, 4, 2])
    expect(maxConcurrent()).toBe(2)
    expect((await memory.search('vehicle')).answer.retrievers.vector).toBe('ok')
  })

  it('runs up to the given number of jobs', async () => {
    const { batches, maxConcurrent } = createProvider({ maxTexts: 1 })
    const { memory } = await batchMemory(batches)
    await memory.index([notesFolder(notes)], { batch: { ...batch, concurrency: 5 } })
    expect(maxConcurrent()).toBe(5)
  })

  it('names texts that a job rejected or omitted, and stores all others', async () => {
    let place = 0
    const spoil = (result: BatchResult) => {
      place += 1
      if (place === 1) return { key: result.key, reason: 'too long' }
      if (place === 2) return undefined
      return place === 3 ? { key: result.key, vector: new Float32Array(model.identity.dimensions) } : result
    }
    const { batches } = createProvider({ maxTexts: 100, spoil })
    const { memory } = await batchMemory(batches)
    const report = await memory.index([notesFolder(notes)], { batch })
    expect(report.embedded).toBe(7)
    expect(report.unembedded.map(({ reason }) => reason).toSorted()).toEqual([
      'the batch returned a vector that is all zero',
      'the batch returned no result for it',
      'too long',
    ])
  })

  it('ignores results that were not submitted', async () => {
    const { batches } = createProvider({ maxTexts: 100 })
    const vector = new Float32Array(model.identity.dimensions).fill(1)
    const more = {
      ...batches,
      collect: async (id: string) => [...(await batches.collect(id)), { key: 'ab'.repeat(16), vector }],
    }
    const { memory, store } = await batchMemory(more)
    expect((await memory.index([notesFolder(notes)], { batch })).embedded).toBe(10)
    expect((await store.status()).spaces[0]?.bytes).toBe(10 * model.identity.dimensions * 4)
  })

  it('reports why a job failed', async () => {
    const { batches } = createProvider({ fails: true })
    const { memory } = await batchMemory(batches)
    expect(await memory.index([notesFolder(notes)], { batch })).toMatchObject({
      embedded: 0,
      embedFailure: 'it expired',
    })
  })

  it('is rejected if the provider has none', async () => {
    const { memory } = await batchMemory(undefined)
    const { embedFailure } = await memory.index([notesFolder(notes)], { batch })
    expect(embedFailure).toMatch(/no batch jobs.*without --batch/)
  })

  it('announces once per run how much leaves this machine, without the jobs of earlier runs', async () => {
    const { fill, remember } = await waitingStore(notes)
    const provider = createProvider({ maxTexts: 6 })
    await provider.batches.submit([{ key: 'gone', text: 'A text that was changed since.' }])
    await remember('job-0')
    const uploads: (Upload & { jobs: number })[] = []
    const onUpload = (upload: Upload) => uploads.push({ ...upload, jobs: provider.jobs.size })
    await fill(provider, { onUpload, concurrency: 1 })
    expect(provider.jobs.size).toBe(3)
    const upload = {
      name: 'test/concepts',
      host: 'api.example.com',
      files: 10,
      texts: 10,
      constantTexts: expect.any(Number),
    }
    expect(uploads).toEqual([{ ...upload, tokens: expect.any(Number), jobs: 1 }])
  })

  it('announces nothing if jobs of an earlier run contain all texts', async () => {
    const { fill } = await waitingStore(notes)
    const provider = createProvider({ maxTexts: 100 })
    const stopped = fill(provider, { sleep: () => Promise.reject(new RangeError('stopped')) })
    await expect(stopped).rejects.toThrow('stopped')
    const uploads: Upload[] = []
    const report = await fill(provider, { onUpload: (upload) => uploads.push(upload) })
    expect([report.embedded, uploads]).toEqual([10, []])
  })

  it('makes no request if nothing is pending', async () => {
    const { store, fill } = await waitingStore(notes)
    const provider = createProvider()
    await fill(provider)
    provider.calls.length = 0
    expect(await fill(provider)).toMatchObject({ embedded: 0, requests: 0, givenUp: null })
    expect(provider.calls).toEqual([])
    expect((await store.listSpaces())[0]).toMatchObject({ isFilled: true, source: 'test:concepts' })
  })

  it('doubles the interval of checks up to the limit', async () => {
    const { fill, waits } = await waitingStore(notes)
    const provider = createProvider({ maxTexts: 4 })
    await fill(provider, { concurrency: 1, pollInterval: 5_000 })
    expect(waits).toEqual([1_000, 2_000, 4_000, 5_000, 5_000, 5_000])
  })
})
