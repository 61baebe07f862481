import { describe, expect, it } from 'vitest'
import { createHashingModel } from './__fixtures__/hashing-model.js'
import { embeddingModelConformance } from './conformance.js'
import { decorate } from './decorate.js'
import { EmbeddingError } from './errors.js'
import { withRetry } from './with-retry.js'

const request = { texts: ['a'], role: 'document' } as const
const busy = (retryAfter?: number) =>
  new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'Busy; try again.', {
    isRetryable: true,
    ...(retryAfter !== undefined && { retryAfter }),
  })

/** A model that throws the given errors, one per call, and answers from then on. */
function failing(errors: unknown[]) {
  const model = createHashingModel()
  const calls: number[] = []
  const embed = decorate(model, (asked) => {
    const error = errors[calls.push(calls.length) - 1]
    return error === undefined ? model.embed(asked) : Promise.reject(error)
  })
  return { calls, model: embed }
}

/** Waits for nothing, and notes how long it was to wait. */
function createSleep() {
  const slept: number[] = []
  const sleep = async (milliseconds: number) => {
    slept.push(milliseconds)
  }
  return { slept, sleep, random: () => 0.5 }
}

const createRetrying = async () => withRetry(failing([busy()]).model, createSleep())

describe('withRetry', () => {
  it('repeats a request until it succeeds, waiting longer each time', async () => {
    const { slept, ...pace } = createSleep()
    const { calls, model } = failing([busy(), busy()])
    expect(await withRetry(model, { baseDelay: 100, ...pace }).embed(request)).toHaveLength(1)
    expect(calls).toHaveLength(3)
    expect(slept).toEqual([0.5 * 100, 0.5 * 200])
  })

  it('gives up after the last attempt, with the last error', async () => {
    const last = busy()
    const { calls, model } = failing([busy(), busy(), last, busy()])
    await expect(withRetry(model, { attempts: 3, ...createSleep() }).embed(request)).rejects.toBe(last)
    expect(calls).toHaveLength(3)
  })

  it.each([
    [
      'an embedding error that is not retryable',
      new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'Gone; choose another.'),
    ],
    ['an error of another kind', new TypeError('a bug')],
    ['an object that only looks retryable', { isRetryable: true }],
  ])('passes %s on at once', async (_, error) => {
    const { slept, ...pace } = createSleep()
    const { calls, model } = failing([error])
    await expect(withRetry(model, pace).embed(request)).rejects.toBe(error)
    expect(calls).toHaveLength(1)
    expect(slept).toEqual([])
  })
})

describe('the waiting of withRetry', () => {
  it('lasts as long as the provider asked, up to the cap', async () => {
    const { slept, ...pace } = createSleep()
    const { model } = failing([busy(700), busy(3_600_000)])
    await withRetry(model, { baseDelay: 100, maxDelay: 5000, ...pace }).embed(request)
    expect(slept).toEqual([700 + 0.5 * 100, 5000])
  })

  it('ends when the signal aborts, and the call rejects with its reason', async () => {
    const { calls, model } = failing([busy(3_600_000), busy()])
    const controller = new AbortController()
    const answer = withRetry(model, { maxDelay: 3_600_000 }).embed({ ...request, signal: controller.signal })
    await new Promise((resolve) => setImmediate(resolve))
    const reason = new RangeError('enough')
    controller.abort(reason)
    await expect(answer).rejects.toBe(reason)
    expect(calls).toHaveLength(1)
  })

  it('does not begin when the signal aborted during the failed attempt', async () => {
    const controller = new AbortController()
    const reason = new RangeError('enough')
    const { slept, ...pace } = createSleep()
    const model = decorate(createHashingModel(), async () => {
      controller.abort(reason)
      throw busy()
    })
    await expect(withRetry(model, pace).embed({ ...request, signal: controller.signal })).rejects.toBe(reason)
    expect(slept).toEqual([])
  })

  it('uses a timer by default', async () => {
    const { calls, model } = failing([busy(), busy()])
    expect(await withRetry(model, { baseDelay: 1 }).embed(request)).toHaveLength(1)
    expect(calls).toHaveLength(3)
  })
})

describe('withRetry keeps the contract', () => {
  it.each(embeddingModelConformance(createRetrying))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
