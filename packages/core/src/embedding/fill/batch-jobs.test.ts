import { EmbeddingError } from '@recallite/embeddings'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createProvider, waitingStore } from './__fixtures__/batch-provider.js'
import { batchJobsOf } from './batch-jobs.js'

const notes = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`${n}.md`, `Note ${n} about the car.`]))

/** Throws at the calls with these numbers, counted from 1. */
function failAt(numbers: readonly number[], failure: () => EmbeddingError) {
  let call = 0
  return () => {
    call += 1
    if (numbers.includes(call)) throw failure()
  }
}

const busy = (retryAfter?: number) => () =>
  new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'it is busy', { isRetryable: true, retryAfter })

describe('submitting jobs', () => {
  it('retries up to three times, with growing pauses', async () => {
    const { fill, waits } = await waitingStore(notes)
    const provider = createProvider({ maxTexts: 100, onSubmit: failAt([1, 2, 3], busy()) })
    expect(await fill(provider)).toMatchObject({ embedded: 6, givenUp: null, requests: 1 })
    const limits = [2_000, 4_000, 8_000]
    for (const [index, limit] of limits.entries()) expect(waits[index]).toBeLessThanOrEqual(limit)
  })

  it('gives up after that', async () => {
    const { fill, waits } = await waitingStore(notes)
    const provider = createProvider({ onSubmit: failAt([1, 2, 3, 4], busy()) })
    expect(await fill(provider)).toMatchObject({ embedded: 0, givenUp: 'it is busy', requests: 0 })
    expect(waits).toHaveLength(3)
  })

  it.each([
    [5_000, 3],
    [61_000, 0],
  ])('waits the %i ms that the provider requests, if that is not too long', async (retryAfter, expected) => {
    const { fill, waits } = await waitingStore(notes)
    const provider = createProvider({ onSubmit: failAt([1, 2, 3, 4], busy(retryAfter)) })
    expect((await fill(provider)).givenUp).toBe('it is busy')
    expect(waits).toHaveLength(expected)
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(retryAfter)
  })

  it('does not retry a permanent rejection', async () => {
    const refused = () => new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'the key is refused')
    const { fill, waits } = await waitingStore(notes)
    const provider = createProvider({ onSubmit: failAt([1], refused) })
    expect((await fill(provider)).givenUp).toBe('the key is refused')
    expect(waits).toEqual([])
  })

  it('submits the rest later if the provider does not accept a second job', async () => {
    const { fill } = await waitingStore(notes)
    const provider = createProvider({ maxTexts: 3, onSubmit: failAt([2, 3, 4, 5], busy()) })
    expect(await fill(provider)).toMatchObject({ embedded: 6, givenUp: null, requests: 2 })
  })

  it('waits for the jobs of another program, and submits only the rest', async () => {
    const { fill, store } = await waitingStore(notes)
    const provider = createProvider({ maxTexts: 4 })
    const one = { concurrency: 1 }
    let other: ReturnType<typeof fill> | undefined
    const sleep = async () => void (await (other ??= fill(provider, one)))
    expect(await fill(provider, { ...one, sleep })).toMatchObject({ requests: 1, givenUp: null })
    expect(await other).toMatchObject({ embedded: 6, requests: 1, givenUp: null })
    expect([...provider.jobs.values()].map(({ texts }) => texts.length)).toEqual([4, 2])
    expect((await store.status()).spaces[0]).toMatchObject({ vectors: 6, pending: 0 })
  })
})

it('sees the jobs that another program adds and removes, separately for each backend', async () => {
  const store = await openSqliteStore({ path: ':memory:' })
  onTestFinished(() => store.close())
  const [one, other] = [batchJobsOf(store, 'openai:a'), batchJobsOf(store, 'openai:a')]
  await one.add('a')
  await other.add('b')
  await one.add('c')
  await other.remove('a')
  await one.remove('c')
  await one.remove('gone')
  expect([await one.list(), await other.list()]).toEqual([['b'], ['b']])
  expect(await batchJobsOf(store, 'gemini:a').list()).toEqual([])
})
