import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createHashingModel } from './__fixtures__/hashing-model.js'
import { embeddingModelConformance } from './conformance.js'
import { decorate, type EmbeddingRequest } from './embedding-model.js'
import { untilAborted, withDeadline } from './with-retry.js'

const request = { texts: ['a'], role: 'document' } as const

/** A model that never answers and records its requests. */
function createSilentModel() {
  const requests: EmbeddingRequest[] = []
  const model = decorate(createHashingModel(), (call) => {
    requests.push(call)
    return new Promise(() => {})
  })
  return { requests, model }
}

describe('withDeadline', () => {
  it('aborts a call that takes too long, even if the model ignores its signal', async () => {
    const { requests, model } = createSilentModel()
    await expect(withDeadline(model, 10).embed(request)).rejects.toMatchObject({
      code: 'EMBEDDING_REQUEST_FAILED',
      isRetryable: true,
      message: expect.stringContaining('test/hashing gave no answer within 10 ms'),
    })
    expect(requests.map(({ signal }) => signal?.aborted)).toEqual([true])
  })

  it("rejects with the reason of the caller's signal when that aborts first", async () => {
    const controller = new AbortController()
    const reason = new RangeError('enough')
    const { model } = createSilentModel()
    const answer = withDeadline(model, 60_000).embed({ ...request, signal: controller.signal })
    controller.abort(reason)
    await expect(answer).rejects.toBe(reason)
  })

  it('passes answers and failures on', async () => {
    const failure = new RangeError('a bug')
    const broken = decorate(createHashingModel(), () => Promise.reject(failure))
    await expect(withDeadline(broken, 60_000).embed(request)).rejects.toBe(failure)
    expect(await withDeadline(createHashingModel(), 60_000).embed(request)).toHaveLength(1)
  })
})

describe('withDeadline fulfils the contract', () => {
  it.each(embeddingModelConformance(async () => withDeadline(createHashingModel(), 60_000)))(
    '$name',
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    },
  )
})

describe('untilAborted', () => {
  it('returns the outcome, and stops listening', async () => {
    const { signal } = new AbortController()
    expect(await untilAborted(Promise.resolve(1), signal)).toBe(1)
    await expect(untilAborted(Promise.reject(new RangeError('no')), signal)).rejects.toThrow('no')
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(await untilAborted(Promise.resolve(2), undefined)).toBe(2)
  })

  it.each([['before'], ['while']])('rejects with the reason of a signal that aborts %s', async (when) => {
    const controller = new AbortController()
    if (when === 'before') controller.abort('enough')
    const outcome = untilAborted(new Promise(() => {}), controller.signal)
    controller.abort('enough')
    await expect(outcome).rejects.toBe('enough')
  })
})
