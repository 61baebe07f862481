import { embeddingModelConformance } from '@recallite/embeddings/conformance'
import { EmbeddingError, type EmbeddingModel } from '@recallite/embeddings'
import { describe, expect, it } from 'vitest'
import { createTestModel, testChild, writeTestModel } from './__fixtures__/test-model.js'
import { createLlamaEmbeddings } from './create-llama-embeddings.js'

const ask = (model: EmbeddingModel, texts: string[], signal?: AbortSignal) => model.embed({ texts, role: 'document', signal })
const pidOf = async (model: EmbeddingModel) => (await ask(model, ['who']))[0]?.[0] ?? 0
const retryable = { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true }
const unavailable = { code: 'EMBEDDING_MODEL_UNAVAILABLE', isRetryable: false }

/** Whether a process runs. */
function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('createLlamaEmbeddings', () => {
  it('names the space by the file, the length of the vectors and the prefixes', async () => {
    const model = await createTestModel({ promptStyle: 'e5' })
    expect(model.identity).toEqual({ provider: 'local', model: 'model.well', dimensions: 3, promptStyle: 'e5' })
  })

  it('puts the prefix of the role before every text', async () => {
    const model = await createTestModel({ promptStyle: 'e5' })
    const lengthOf = async (role: 'query' | 'document') => (await model.embed({ texts: ['x'], role }))[0]?.[1]
    expect(await lengthOf('query')).toBe('query: x'.length)
    expect(await lengthOf('document')).toBe('passage: x'.length)
  })

  it.each([
    ['dies-loading', /was ended by SIGKILL/],
    ['asserts-loading', /exited with code 134 and wrote "ops.cpp:5138: GGML_ASSERT\(row < rows\) failed"/],
    ['hangs-loading', /did not load within 700 ms/],
    ['blocks-loading', /did not load within 700 ms/],
    ['babbles-loading', /answers something else/],
    ['fails-loading', /tensor 7 is missing/],
  ])('is unavailable, in one line that names the file, when the child %s', async (how, reason) => {
    const modelPath = writeTestModel(how)
    const failure = await createLlamaEmbeddings({ modelPath, child: testChild, loadTimeout: 700 }).catch((error: unknown) => error)
    expect(failure).toMatchObject(unavailable)
    expect(String(failure)).toMatch(reason)
    expect(String(failure)).toContain(modelPath)
    expect(String(failure)).not.toContain('\n')
  })

  it.each(['no-child.mjs', 'not-there.mjs'])('is unavailable when the child program %s does not run', async (name) => {
    const child = new URL(`./__fixtures__/${name}`, import.meta.url)
    const creation = createLlamaEmbeddings({ modelPath: writeTestModel(), child })
    await expect(creation).rejects.toMatchObject({ ...unavailable, message: expect.stringContaining('Cannot find') })
  })
})

describe('a child that fails while it embeds', () => {
  it.each([
    ['crash', /was ended by SIGKILL/],
    ['exit', /GGML_ASSERT\(row < rows\) failed/],
    ['leave', /was ended by SIGKILL/],
    ['garbage', /answered something that was not asked/],
    ['nothing', /answered something that was not asked/],
    ['wrong id', /answered something that was not asked/],
    ['hang', /did not answer within 300 ms/],
    ['block', /did not answer within 300 ms/],
  ])('by %s costs that call, and the next is answered by another', async (text, reason) => {
    const model = await createTestModel({ embedTimeout: 300 })
    const before = await pidOf(model)
    await expect(ask(model, ['a', text])).rejects.toMatchObject({ ...retryable, message: expect.stringMatching(reason) })
    expect(await pidOf(model)).not.toBe(before)
    expect(runs(before)).toBe(false)
  })

  it('costs every call under way', async () => {
    const model = await createTestModel()
    const calls = await Promise.allSettled([ask(model, ['crash']), ask(model, ['a']), ask(model, ['b'])])
    expect(calls).toEqual(Array.from({ length: 3 }, () => ({ status: 'rejected', reason: expect.objectContaining(retryable) })))
  })

  it('is replaced three times, then no more', async () => {
    const model = await createTestModel()
    for (const _ of [1, 2, 3, 4]) {
      // oxlint-disable-next-line no-await-in-loop
      await expect(ask(model, ['crash'])).rejects.toMatchObject(retryable)
    }
    const failure = await ask(model, ['a']).catch((error: unknown) => error)
    expect(failure).toMatchObject({ ...unavailable, message: expect.stringContaining('ended 4 times') })
  })

  it('is replaced also when it was ended while idle', async () => {
    const model = await createTestModel()
    const pid = await pidOf(model)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => runs(pid)).toBe(false)
    expect(await pidOf(model)).not.toBe(pid)
  })

  it('is replaced once for all calls that come at a time', async () => {
    const model = await createTestModel()
    await expect(ask(model, ['crash'])).rejects.toMatchObject(retryable)
    const pids = await Promise.all([pidOf(model), pidOf(model), pidOf(model)])
    expect(new Set(pids).size).toBe(1)
  })
})

describe('a text that the child refuses', () => {
  it('costs its call alone, for good', async () => {
    const model = await createTestModel()
    const pid = await pidOf(model)
    const refused = ask(model, ['a', 'refuse', 'b'])
    const other = ask(model, ['c', 'd'])
    await expect(refused).rejects.toMatchObject({
      code: 'EMBEDDING_REQUEST_INVALID',
      isRetryable: false,
      message: expect.stringContaining('Text 1 of 3 has no embedding: it has no tokens'),
    })
    expect(await other).toHaveLength(2)
    expect(await pidOf(model)).toBe(pid)
  })
})

describe('an aborted call', () => {
  it('rejects at once, though the child never answers', async () => {
    const model = await createTestModel()
    const controller = new AbortController()
    const answer = ask(model, ['hang'], controller.signal)
    const reason = new RangeError('enough')
    setTimeout(() => controller.abort(reason), 20)
    await expect(answer).rejects.toBe(reason)
  })

  it('leaves the child alive for the next', async () => {
    const model = await createTestModel()
    const pid = await pidOf(model)
    const controller = new AbortController()
    const answer = ask(model, ['slow', 'crash'], controller.signal)
    setTimeout(() => controller.abort(), 10)
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    expect(await pidOf(model)).toBe(pid)
  })
})

describe('calls at the same time', () => {
  it('take turns, so that a short one does not wait for a long one', async () => {
    const model = await createTestModel()
    const finished: string[] = []
    const long = ask(model, Array.from({ length: 20 }, () => 'slow')).then(() => finished.push('long'))
    const short = ask(model, ['a', 'b']).then(() => finished.push('short'))
    await Promise.all([long, short])
    expect(finished).toEqual(['short', 'long'])
  })

  it('each get the vectors of their own texts', async () => {
    const model = await createTestModel()
    const calls = await Promise.all([...'abcdef'].map((letter) => ask(model, Array.from({ length: 9 }, () => letter))))
    const letters = calls.map((vectors) => vectors.map((vector) => String.fromCharCode(vector[2] ?? 0)).join(''))
    expect(letters).toEqual([...'abcdef'].map((letter) => letter.repeat(9)))
  })
})

describe('dispose', () => {
  it('ends the process and rejects the calls under way', async () => {
    const model = await createTestModel()
    const pid = await pidOf(model)
    const call = expect(ask(model, ['hang'])).rejects.toMatchObject(unavailable)
    await new Promise((resolve) => setImmediate(resolve))
    await model.dispose?.()
    expect(runs(pid)).toBe(false)
    await call
  })

  it('does not wait for a process that is still loading', async () => {
    const model = await createTestModel()
    await expect(ask(model, ['crash'])).rejects.toMatchObject(retryable)
    const call = expect(ask(model, ['a'])).rejects.toMatchObject(unavailable)
    await model.dispose?.()
    await call
  })
})

describe('a model played by the test child', () => {
  const create = async () => createLlamaEmbeddings({ modelPath: writeTestModel(), child: testChild })
  const kept = embeddingModelConformance(create).filter(({ name }) => !/different texts|same text|order of the texts/.test(name))
  it.each(kept)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it('fails with embedding errors alone', async () => {
    const model = await createTestModel()
    expect(EmbeddingError.isInstance(await ask(model, ['crash']).catch((error: unknown) => error))).toBe(true)
  })
})
