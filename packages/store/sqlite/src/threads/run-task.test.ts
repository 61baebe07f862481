import { describe, expect, it } from 'vitest'
import { fill, sampleChunk, wordRequest } from '../__fixtures__/samples.js'
import { isBuilt } from './__fixtures__/is-built.js'
import { openInThreads, sampleTask } from './__fixtures__/open-in-threads.js'

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail('It resolved.'),
    (error: unknown) => error,
  )
}

describe.skipIf(!isBuilt)('a task in the thread of the store', () => {
  it('gets its input, and sends news in order before it ends', async () => {
    const { thread } = await openInThreads()
    const input = [1, 'two', new Map([['three', Float32Array.of(3, Number.NaN)]])]
    const news: unknown[] = []
    expect(await thread.run(sampleTask('echo'), input, { onNews: (part) => news.push(part) })).toEqual(input)
    expect(news).toEqual(input)
  })

  it('writes what the reader then finds, while a hundred searches are answered', async () => {
    const store = await openInThreads()
    await fill(store, [sampleChunk('a', 'harbour')])
    let told = 0
    const beginning = Promise.withResolvers<void>()
    const onNews = () => {
      told += 1
      beginning.resolve()
    }
    const writing = store.thread.run(sampleTask('writesDocuments'), 300, { onNews })
    await beginning.promise
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => store.findByWords(wordRequest('harbour'))),
    )
    expect(answers).toEqual(Array.from(answers, () => ({ ids: ['a'] })))
    expect(await writing).toBe(301)
    expect(told).toBe(300)
    expect((await store.findByWords(wordRequest('near', 1000))).ids).toHaveLength(300)
  })

  it('yields to other writes and to an abort, although it never pauses', async () => {
    const store = await openInThreads()
    await store.putRoot({ name: 'notes', path: '/notes' })
    const reason = new TypeError('enough')
    const controller = new AbortController()
    const beginning = Promise.withResolvers<unknown>()
    const { signal } = controller
    const call = failureOf(
      store.thread.run(sampleTask('writesUntilAborted'), null, { signal, onNews: beginning.resolve }),
    )
    await beginning.promise
    await store.notes.write('name', 'value')
    controller.abort(reason)
    expect(await call).toBe(reason)
    const { documents: files } = await store.status()
    expect(files).toBeGreaterThan(0)
    expect((await store.status()).documents).toBe(files)
  })

  it('gets the reason of an abort, and rejects with it in any case', async () => {
    const { thread } = await openInThreads()
    const controller = new AbortController()
    const news: unknown[] = []
    const onNews = (part: unknown) => {
      news.push(part)
      if (part === 'begun') controller.abort()
    }
    const failure = await failureOf(
      thread.run(sampleTask('waitsForAbort'), null, { signal: controller.signal, onNews }),
    )
    expect(failure).toBe(controller.signal.reason)
    expect(news).toEqual(['begun', { name: 'AbortError', message: 'This operation was aborted' }])
  })

  it('is not started after an abort', async () => {
    const { thread } = await openInThreads()
    const news: unknown[] = []
    const options = { signal: AbortSignal.abort('why'), onNews: (part: unknown) => news.push(part) }
    expect(await failureOf(thread.run(sampleTask('echo'), [1], options))).toBe('why')
    expect(news).toEqual([])
  })

  it('ends with an error of its news listener', async () => {
    const { thread } = await openInThreads()
    const error = new TypeError('no more')
    const onNews = () => {
      throw error
    }
    expect(await failureOf(thread.run(sampleTask('waitsForAbort'), null, { onNews }))).toBe(error)
    expect(await thread.run(sampleTask('echo'), 'still there')).toBe('still there')
  })

  it('rejects with its error: code, class and cause', async () => {
    const { thread } = await openInThreads()
    const failure = await failureOf(thread.run(sampleTask('failsWithCode'), null))
    expect(failure).toBeInstanceOf(Error)
    expect(failure).toMatchObject({
      name: 'CodedError',
      message: 'What to do next.',
      code: 'CODED',
      isRetryable: true,
      cause: expect.objectContaining({ message: 'deep', name: 'RangeError' }),
    })
    expect(Symbol.for('recallite.CodedError') in Object(failure)).toBe(true)
  })

  it('reports what cannot be run, copied or returned', async () => {
    const { thread } = await openInThreads()
    expect(await failureOf(thread.run(sampleTask('unknown'), null))).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(/thread-tasks\.js exports no function unknown/),
    })
    expect(await failureOf(thread.run({ module: 'file:///nowhere.js', name: 'any' }, null))).toMatchObject({
      code: 'ERR_MODULE_NOT_FOUND',
    })
    expect(await failureOf(thread.run(sampleTask('echo'), () => 1))).toMatchObject({ name: 'DataCloneError' })
    expect(await failureOf(thread.run(sampleTask('returnsAFunction'), null))).toMatchObject({
      name: 'DataCloneError',
    })
  })
})
