import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHashingModel } from './__fixtures__/hashing-model.js'
import { embeddingModelConformance } from './conformance.js'
import { decorate } from './embedding-model.js'
import { EmbeddingError } from './errors.js'
import { retryDelay, withRetry } from './with-retry.js'

const request = { texts: ['a'], role: 'document' } as const

const busy = (retryAfter?: number) =>
  new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'Busy; try again.', {
    isRetryable: true,
    ...(retryAfter !== undefined && { retryAfter }),
  })

/** Throws the given errors, one per call, and then answers. */
function failing(errors: unknown[]) {
  const model = createHashingModel()
  const calls: number[] = []
  const embed = decorate(model, (call) => {
    const error = errors[calls.push(calls.length) - 1]
    return error === undefined ? model.embed(call) : Promise.reject(error)
  })
  return { calls, model: embed }
}

/** Records the requested delays without waiting. */
function createSleep() {
  const slept: number[] = []
  const sleep = async (milliseconds: number) => {
    slept.push(milliseconds)
  }
  return { slept, sleep, random: () => 0.5 }
}

const createRetrying = async () => withRetry(failing([busy()]).model, createSleep())

describe('withRetry', () => {
  it('retries a request until it succeeds, with longer pauses', async () => {
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

describe('the pauses of withRetry', () => {
  it('last as long as the provider requests, up to the maximum', async () => {
    const { slept, ...pace } = createSleep()
    const { model } = failing([busy(700), busy(3_600_000)])
    await withRetry(model, { baseDelay: 100, maxDelay: 5000, ...pace }).embed(request)
    expect(slept).toEqual([700 + 0.5 * 100, 5000])
  })

  it('end when the signal aborts, and the call rejects with its reason', async () => {
    const { calls, model } = failing([busy(3_600_000), busy()])
    const controller = new AbortController()
    const answer = withRetry(model, { maxDelay: 3_600_000 }).embed({ ...request, signal: controller.signal })
    await new Promise((resolve) => setImmediate(resolve))
    const reason = new RangeError('enough')
    controller.abort(reason)
    await expect(answer).rejects.toBe(reason)
    expect(calls).toHaveLength(1)
  })

  it('do not begin if the signal aborted during the failed attempt', async () => {
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

  it('use a timer by default', async () => {
    const { calls, model } = failing([busy(), busy()])
    expect(await withRetry(model, { baseDelay: 1 }).embed(request)).toHaveLength(1)
    expect(calls).toHaveLength(3)
  })
})

describe('a pause requested by the provider', () => {
  /** A clock that only sleeping advances. */
  const createClock = () => {
    let time = 0
    const slept: number[] = []
    const sleep = async (milliseconds: number) => {
      slept.push(milliseconds)
      await new Promise((resolve) => setImmediate(resolve))
      time += milliseconds
    }
    return { slept, sleep, now: () => time, random: () => 0 }
  }

  it('applies to every call of the model', async () => {
    const wakes: (() => void)[] = []
    const sleep = () => new Promise<void>((resolve) => void wakes.push(resolve))
    const { calls, model } = failing([busy(5000)])
    const patient = withRetry(model, { sleep, now: () => 0 })
    const answers = [patient.embed(request)]
    await new Promise((resolve) => setImmediate(resolve))
    answers.push(patient.embed(request), patient.embed(request))
    await new Promise((resolve) => setImmediate(resolve))
    expect([calls.length, wakes.length]).toEqual([1, 3])
    for (const wake of wakes) wake()
    expect(await Promise.all(answers)).toHaveLength(3)
    expect(calls).toHaveLength(4)
  })

  it('ends only the call if it is longer than maxRetryAfter', async () => {
    const { slept, ...pace } = createClock()
    const long = busy(2001)
    const { calls, model } = failing([busy(2000), long])
    const hurried = withRetry(model, { ...pace, maxRetryAfter: 2000 })
    await expect(hurried.embed(request)).rejects.toBe(long)
    expect([calls.length, slept]).toEqual([2, [2000]])
    expect(await hurried.embed(request)).toHaveLength(1)
    expect(slept).toEqual([2000])
  })

  it('delays the next calls after the last attempt failed', async () => {
    const { slept, ...pace } = createClock()
    const { model } = failing([busy(3000)])
    const once = withRetry(model, { ...pace, attempts: 1 })
    await expect(once.embed(request)).rejects.toMatchObject({ retryAfter: 3000 })
    expect(slept).toEqual([])
    expect(await once.embed(request)).toHaveLength(1)
    expect(slept).toEqual([3000])
  })
})

describe('several pauses requested by the provider', () => {
  it('are merged: the longest one counts, also for a waiting call', async () => {
    const wakes: (() => void)[] = []
    const slept: number[] = []
    const sleep = (milliseconds: number) => {
      slept.push(milliseconds)
      return new Promise<void>((resolve) => void wakes.push(resolve))
    }
    const { model } = failing([busy(100), busy(250), busy(50)])
    const patient = withRetry(model, { sleep, now: () => 0, random: () => 0 })
    const answers = [1, 2, 3].map(() => patient.embed(request))
    await new Promise((resolve) => setImmediate(resolve))
    expect(slept).toEqual([100, 250, 250])
    wakes[0]?.()
    await new Promise((resolve) => setImmediate(resolve))
    expect(slept).toEqual([100, 250, 250, 150])
    for (const wake of wakes) wake()
    expect(await Promise.all(answers)).toHaveLength(3)
  })
})

describe('withRetry fulfils the contract', () => {
  it.each(embeddingModelConformance(createRetrying))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

const delays = { baseDelay: 100, maxDelay: 1000, random: () => 0.5 }

describe('retryDelay', () => {
  it.each([
    [1, 0.5 * 100],
    [2, 0.5 * 200],
    [3, 0.5 * 400],
    [5, 0.5 * 1000],
    [2000, 0.5 * 1000],
  ])('after attempt %i waits a random share of the doubled delay, capped', (attempt, expected) => {
    expect(retryDelay({ attempt, retryAfter: undefined }, delays)).toBe(expected)
  })

  it('never exceeds the maximum, even if the provider requests more', () => {
    const input = fc.record({
      attempt: fc.integer({ min: 1, max: 5000 }),
      retryAfter: fc.option(fc.nat(), { nil: undefined }),
    })
    fc.assert(
      fc.property(input, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (failed, share) => {
        const delay = retryDelay(failed, { ...delays, random: () => share })
        expect(delay).toBeGreaterThanOrEqual(Math.min(failed.retryAfter ?? 0, delays.maxDelay))
        expect(delay).toBeLessThanOrEqual(delays.maxDelay)
      }),
    )
  })
})
