import { describe, expect, it } from 'vitest'
import {
  ask,
  createPlayedModel,
  isRunning,
  pidOf,
  retryable,
  unavailable,
} from './__fixtures__/played-model.js'

describe('a child that fails while it embeds', () => {
  it.each([
    ['crash', /was ended by SIGKILL/],
    ['exit', /GGML_ASSERT\(row < rows\) failed/],
    ['leave', /was ended by SIGKILL/],
    ['garbage', /sent an unexpected answer/],
    ['nothing', /sent an unexpected answer/],
    ['wrong id', /sent an unexpected answer/],
    ['no answers', /sent an unexpected answer/],
  ])('by %s fails that call, and another child answers the next one', async (text, reason) => {
    const model = await createPlayedModel()
    const before = await pidOf(model)
    const call = ask(model, ['a', text])
    await expect(call).rejects.toMatchObject({ ...retryable, message: expect.stringMatching(reason) })
    expect(await pidOf(model)).not.toBe(before)
    await expect.poll(() => isRunning(before)).toBe(false)
  })

  it.each(['hang', 'block'])('to answer in time (%s) is ended', async (text) => {
    const model = await createPlayedModel({ computeTimeout: 1000 })
    const pid = await pidOf(model)
    const call = ask(model, [text])
    await expect(call).rejects.toMatchObject({
      ...retryable,
      message: expect.stringContaining('within 1000 ms'),
    })
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  it('fails all pending calls', async () => {
    const model = await createPlayedModel()
    const calls = await Promise.allSettled([ask(model, ['crash']), ask(model, ['a']), ask(model, ['b'])])
    const rejected = { status: 'rejected', reason: expect.objectContaining(retryable) }
    expect(calls).toEqual([rejected, rejected, rejected])
  })
})

describe('a text that the child rejects', () => {
  it('only fails its call, permanently', async () => {
    const model = await createPlayedModel()
    const pid = await pidOf(model)
    const [refused, other] = await Promise.allSettled([
      ask(model, ['a', 'refuse', 'b']),
      ask(model, ['c', 'd']),
    ])
    const reason = expect.objectContaining({
      code: 'EMBEDDING_REQUEST_INVALID',
      isRetryable: false,
      message: expect.stringContaining('Text 1 of 3 has no embedding: it has no tokens'),
    })
    expect(refused).toEqual({ status: 'rejected', reason })
    expect(other.status).toBe('fulfilled')
    expect(await pidOf(model)).toBe(pid)
  })
})

describe('an aborted call', () => {
  it('rejects at once, even if the child never answers', async () => {
    const model = await createPlayedModel()
    const controller = new AbortController()
    const answer = ask(model, ['hang'], controller.signal)
    const reason = new RangeError('enough')
    setTimeout(() => controller.abort(reason), 20)
    await expect(answer).rejects.toBe(reason)
  })

  it('leaves the child alive, and its other texts unsent', async () => {
    const model = await createPlayedModel()
    const pid = await pidOf(model)
    const controller = new AbortController()
    const answer = ask(model, ['slow', 'exit'], controller.signal)
    setTimeout(() => controller.abort(), 10)
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    expect(await pidOf(model)).toBe(pid)
  })
})

describe('calls at the same time', () => {
  it('take turns, so that a short one does not wait for a long one', async () => {
    const model = await createPlayedModel()
    const finished: string[] = []
    const long = ask(model, ['slow', 'slow', 'slow', 'slow', 'slow', 'slow']).then(() =>
      finished.push('long'),
    )
    const short = ask(model, ['a', 'b']).then(() => finished.push('short'))
    await Promise.all([long, short])
    expect(finished).toEqual(['short', 'long'])
  })

  it('run a query first: it waits for one text, not for all earlier ones', async () => {
    const model = await createPlayedModel()
    const finished: string[] = []
    const documents = ['first', 'second', 'third'].map((name) =>
      ask(model, ['slow']).then(() => finished.push(name)),
    )
    const question = model.compute(['a'], { isUrgent: true }).then(() => finished.push('question'))
    await Promise.all([...documents, question])
    expect(finished).toEqual(['first', 'question', 'second', 'third'])
  })

  it('each get the vectors of their own texts', async () => {
    const model = await createPlayedModel()
    const letters = [...'abcdef']
    const alone = await ask(model, letters)
    const calls = await Promise.all(letters.map((letter) => ask(model, [letter, letter, letter])))
    expect(calls).toEqual(alone.map((vector) => [vector, vector, vector]))
  })
})

describe('a model of several lanes', () => {
  it('computes that many texts at once', async () => {
    const model = await createPlayedModel({ lanes: 2 })
    const finished: string[] = []
    const hanging = ask(model, ['hang'])
    const others = ask(model, ['a', 'slow', 'b']).then(() => finished.push('others'))
    const query = model.compute(['c'], { isUrgent: true }).then(() => finished.push('query'))
    await Promise.all([others, query])
    expect(finished).toEqual(['query', 'others'])
    await Promise.all([expect(hanging).rejects.toMatchObject(unavailable), model.dispose()])
  })

  it('answers in the order of the texts, not of their computation', async () => {
    const model = await createPlayedModel({ lanes: 3 })
    const texts = ['b', 'slow', 'a longer one', 'who are you', 'c', 'ü', '']
    const alone = []
    for (const text of texts) alone.push(...(await ask(model, [text])))
    expect(await ask(model, texts)).toEqual(alone)
  })
})

describe('short texts', () => {
  it('are sent together, longest first, if they fit into a batch when padded', async () => {
    const model = await createPlayedModel({ batchBytes: 14 })
    const texts = ['batch', 'batch a', 'batch aü', 'batch abcdefghijklm', 'batch b']
    const sizes = (await ask(model, texts)).map(([size]) => size)
    expect(sizes).toEqual([1, 2, 1, 1, 2])
  })
})
