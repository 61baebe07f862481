import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BatchProvider, createHostedBatches, explainGoneJob } from './hosted-batches.js'
import { readVector, valueAt } from './read-answer.js'

/** Batches of a provider with the given answers; its lines have `key` and `vector` or `refusal`. */
function createBatches(file = '', changes: Partial<BatchProvider> = {}) {
  let count = 0
  const batches = createHostedBatches({
    identity: { provider: 'test', model: 'x', dimensions: 2, promptStyle: 'plain' },
    maxTexts: 2,
    source: 'test/x at host',
    begin: async () => {
      count += 1
      return 'job'
    },
    retrieve: async () => ({ state: 'done', done: 2, total: 2, files: ['file'] }),
    download: (_, read) => read([new TextEncoder().encode(file)]),
    readResult: (line) => {
      const refusal = valueAt(line, 'refusal')
      const answer = typeof refusal === 'string' ? { refusal } : { vector: valueAt(line, 'vector') }
      return { key: valueAt(line, 'key'), answer }
    },
    readVector,
    clean: (text) => text.replace('sk-test', '[secret]'),
    ...changes,
  })
  return { batches, requests: () => count }
}

const a = { key: 'a', text: 'one' }
const b = { key: 'b', text: 'two' }

describe('submit', () => {
  it('starts a job with the maximum number of texts', async () => {
    expect(await createBatches().batches.submit([a, b])).toBe('job')
  })

  it.each([
    ['too many texts', [a, b, { key: 'c', text: 'three' }], 'EMBEDDING_REQUEST_TOO_LARGE', /several jobs/],
    ['no texts', [], 'EMBEDDING_REQUEST_INVALID', /submit at least one/],
    ['a blank text', [a, { key: 'b', text: ' \n' }], 'EMBEDDING_REQUEST_INVALID', /text b is blank/],
    ['a key twice', [a, { key: 'a', text: 'two' }], 'EMBEDDING_REQUEST_INVALID', /have the key a/],
  ])('rejects %s before anything is sent', async (_, texts, code, message) => {
    const { batches, requests } = createBatches()
    await expect(batches.submit(texts)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
    expect(requests()).toBe(0)
  })

  it.each([undefined, '', 7])('rejects the job id %j', async (id) => {
    const { batches } = createBatches('', { begin: async () => id })
    await expect(batches.submit([a])).rejects.toMatchObject({ code: 'EMBEDDING_RESPONSE_INVALID' })
  })
})

describe('check', () => {
  it.each([
    [{ state: 'done', done: 1, total: 2, files: ['x'] }, null],
    [{ state: 'running', done: 1, total: 2, files: [] }, null],
    [{ state: 'failed', done: 1, total: 2, files: [] }, 'the provider gives no reason'],
    [{ state: 'failed', done: 1, total: 2, files: [], reason: 'No,\nsays sk-test.' }, 'No, says [secret].'],
  ] as const)('of %j gives the reason %j', async (job, reason) => {
    const { batches } = createBatches('', { retrieve: async () => job })
    expect(await batches.check('job')).toEqual({ state: job.state, done: 1, total: 2, reason })
  })

  it('rejects an answer that is not a job', async () => {
    const { batches } = createBatches('', { retrieve: async () => undefined })
    await expect(batches.check('job')).rejects.toMatchObject({ code: 'EMBEDDING_RESPONSE_INVALID' })
  })
})

describe('collect', () => {
  const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

  it('returns vectors by key, and one-line reasons for the others', async () => {
    const file = lines(
      { key: 'b', vector: [0, 1] },
      { key: 'a', refusal: 'No,\nsays sk-test.' },
      { key: 'c', vector: [1] },
    )
    expect(await createBatches(file).batches.collect('job')).toEqual([
      { key: 'b', vector: Float32Array.of(0, 1) },
      { key: 'a', reason: 'No, says [secret].' },
      { key: 'c', reason: 'it was answered with a vector of 1 instead of 2 numbers' },
    ])
  })

  it('uses no answer of a text with two', async () => {
    const file = lines(
      { key: 'a', vector: [1, 0] },
      { key: 'b', vector: [1, 1] },
      { key: 'a', vector: [0, 1] },
    )
    expect(await createBatches(file).batches.collect('job')).toEqual([
      { key: 'a', reason: 'it was answered more than once' },
      { key: 'b', vector: Float32Array.of(1, 1) },
    ])
  })

  it('skips lines without a key, and rejects a file without others', async () => {
    const others = `{"key":\n\nnull\n1\n{"key":7}\n`
    const results = await createBatches(`${others}{"key":"a","vector":[1,0]}`).batches.collect('job')
    expect(results).toEqual([{ key: 'a', vector: Float32Array.of(1, 0) }])
    expect(await createBatches('\n').batches.collect('job')).toEqual([])
    await expect(createBatches(others).batches.collect('job')).rejects.toMatchObject({
      code: 'EMBEDDING_RESPONSE_INVALID',
    })
  })

  it('reads every key, for any split of the bytes', async () => {
    const keys = fc.uniqueArray(fc.string({ unit: 'grapheme' }), { minLength: 1 })
    const property = fc.asyncProperty(keys, fc.integer({ min: 1, max: 9 }), async (given, size) => {
      const bytes = new TextEncoder().encode(lines(...given.map((key) => ({ key, vector: [1, 0] }))))
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, piece) =>
        bytes.subarray(piece * size, (piece + 1) * size),
      )
      const { batches } = createBatches('', { download: (_, read) => read(pieces) })
      expect((await batches.collect('job')).map(({ key }) => key)).toEqual(given)
    })
    await fc.assert(property)
  })

  it.each([
    ['running', { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true }],
    ['failed', { code: 'EMBEDDING_REQUEST_INVALID', isRetryable: false }],
  ] as const)('rejects while the job is %s', async (state, expected) => {
    const { batches } = createBatches('', { retrieve: async () => ({ state, done: 0, total: 0, files: [] }) })
    await expect(batches.collect('job')).rejects.toMatchObject(expected)
  })
})

it('sends nothing after the signal has aborted', async () => {
  const reason = new RangeError('enough')
  const signal = AbortSignal.abort(reason)
  const { batches, requests } = createBatches()
  for (const call of [
    batches.submit([a], signal),
    batches.check('job', signal),
    batches.collect('job', signal),
  ])
    await expect(call).rejects.toBe(reason)
  expect(requests()).toBe(0)
})

describe('explainGoneJob', () => {
  const at = { provider: 'test', host: 'host', headers: undefined }
  const error = (message: string) => JSON.stringify({ error: { message } })

  it.each([
    [404, error('No batch found')],
    [404, '{"error":{}}'],
    [403, error('You do not have permission to access the File or it may not exist.')],
  ])('recognises a missing job by %i %s', (status, body) => {
    expect(explainGoneJob({ ...at, status, body })).toMatchObject({ code: 'EMBEDDING_REQUEST_INVALID' })
  })

  it.each([
    [404, error('Invalid URL (GET /v1/batches/other)')],
    [404, '{"detail":"Not Found"}'],
    [404, '<html>'],
    [403, error('Denied')],
    [500, error('No batch found')],
  ])('does not recognise a missing job by %i %s', (status, body) => {
    expect(explainGoneJob({ ...at, status, body })).toBeUndefined()
  })
})
