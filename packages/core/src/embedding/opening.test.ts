import { EmbeddingError } from '@recallite/embeddings'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { filledBy } from '../__fixtures__/filled-store.js'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { testBackend, testMemory } from '../__fixtures__/test-memory.js'

describe('opening a model', () => {
  const busy = new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'busy', { isRetryable: true })

  /** A backend whose model opens after a number of failures. */
  function openingAfter(failures: number) {
    const { model } = createConceptModel({ name: 'a' })
    const tries: number[] = []
    const backend = testBackend(
      async () => {
        if (tries.push(tries.length) <= failures) throw busy
        return model
      },
      { model: 'a' },
    )
    return { backend, tries }
  }

  it('is retried by an index run as often as a request', async () => {
    const waits: number[] = []
    const sleep = async (milliseconds: number) => void waits.push(milliseconds)
    const { backend, tries } = openingAfter(4)
    const { memory } = await testMemory({ models: [backend], sleep })
    const report = await memory.index([notesFolder({ 'car.md': 'A car.' })])
    expect([report.embedded, report.embedFailure, tries.length, waits.length]).toEqual([1, null, 5, 4])
  })

  it('is tried twice for a query', async () => {
    const sleep = async () => {}
    const store = await filledBy('a')
    const { backend, tries } = openingAfter(1)
    const { memory } = await testMemory({ store, models: [backend], sleep })
    expect((await memory.search('vehicle')).answer.mode).toBe('vector')
    expect(tries).toHaveLength(2)
    const never = openingAfter(Infinity)
    const { memory: other } = await testMemory({ store: await filledBy('a'), models: [never.backend], sleep })
    expect((await other.search('vehicle')).answer.degraded[0]?.reason).toContain('busy')
    expect(never.tries).toHaveLength(2)
  })

  it('stops waiting when the memory is closed', async () => {
    const { backend } = openingAfter(Infinity)
    const waiting = Promise.withResolvers<void>()
    const sleep = (_: number, signal: AbortSignal | undefined) =>
      new Promise<void>((_resolve, reject) => {
        waiting.resolve()
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
    const { memory } = await testMemory({ models: [backend], sleep })
    const indexing = memory.index([notesFolder({ 'car.md': 'A car.' })]).catch((error: unknown) => error)
    await waiting.promise
    await memory.close()
    expect(await indexing).toMatchObject({ name: 'AbortError' })
  })
})
