import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { alterSessions } from './__fixtures__/altered-libraries.js'
import { ask, failureOf, openTinyModel, unavailable, writeTinyModel } from './__fixtures__/tiny-model.js'
import { createOnnxEmbeddings } from './create-onnx-embeddings.js'
import type { OnnxSession } from './libraries.js'

describe('libraries', () => {
  it('that do not run here are named, with what to do', async () => {
    const libraries = () => Promise.reject(new Error('Cannot find onnxruntime_binding.node\nRequire stack'))
    const failure = await failureOf(createOnnxEmbeddings({ modelPath: writeTinyModel(), libraries }))
    const message = expect.stringMatching(/does not start here \(Cannot find [^\n]*\)\. Install [^\n]*\.$/)
    expect(failure).toMatchObject({ ...unavailable, message })
  })

  it('are not loaded for a folder that holds no model', async () => {
    let loads = 0
    const libraries = () => Promise.reject(new Error(`load ${(loads += 1)}`))
    await failureOf(createOnnxEmbeddings({ modelPath: temporaryFolder(), libraries }))
    expect(loads).toBe(0)
  })

  it('compute on one thread unless told', async () => {
    const asked: number[] = []
    const libraries = async () => {
      const real = await (await alterSessions(() => ({})))()
      const openSession = (path: string, threads: number) => (
        asked.push(threads),
        real.openSession(path, threads)
      )
      return { ...real, openSession }
    }
    await openTinyModel({ libraries })
    await openTinyModel({ libraries, threads: 2 })
    expect(asked).toEqual([1, 2])
  })
})

/** A network that fails for texts of one token. */
function failing(answer: () => ReturnType<OnnxSession['run']>) {
  return alterSessions((session) => ({
    run: (inputs, output) => (inputs['input_ids']?.length === 3 ? answer() : session.run(inputs, output)),
  }))
}

describe('a text that the network refuses', () => {
  it.each<[string, () => ReturnType<OnnxSession['run']>, RegExp]>([
    ['with an error', () => Promise.reject(new Error('bad token')), /: bad token\. Leave it out\.$/],
    ['with another shape', async () => ({ dims: [1, 8], data: new Float32Array(8) }), /not one vector/],
    ['with other numbers', async () => ({ dims: [1, 3, 8], data: new Uint16Array(24) }), /32-bit/],
  ])('%s costs its call alone, for good', async (_, answer, reason) => {
    const model = await openTinyModel({ libraries: await failing(answer) })
    const failure = await failureOf(ask(model, ['a b', 'c']))
    expect(failure).toMatchObject({ code: 'EMBEDDING_REQUEST_INVALID', isRetryable: false })
    expect(String(failure)).toMatch(/Text 1 of 2 has no embedding/)
    expect(String(failure)).toMatch(reason)
    expect(await ask(model, ['a b'])).toHaveLength(1)
  })
})

describe('loading', () => {
  it('ends with the reason of its signal', async () => {
    const reason = new RangeError('enough')
    const modelPath = writeTinyModel()
    await expect(createOnnxEmbeddings({ modelPath, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const creation = createOnnxEmbeddings({ modelPath, signal: controller.signal })
    controller.abort(reason)
    await expect(creation).rejects.toBe(reason)
  })

  it('that was aborted frees what it had loaded', async () => {
    const controller = new AbortController()
    let released = 0
    const libraries = await alterSessions((session) => {
      controller.abort()
      return { release: () => session.release().then(() => void (released += 1)) }
    })
    const creation = createOnnxEmbeddings({
      modelPath: writeTinyModel(),
      libraries,
      signal: controller.signal,
    })
    await expect(creation).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(() => released).toBe(1)
  })

  it('that failed frees what it had loaded', async () => {
    let released = 0
    const libraries = await alterSessions((session) => ({
      outputNames: ['logits'],
      release: () => session.release().then(() => void (released += 1)),
    }))
    await failureOf(createOnnxEmbeddings({ modelPath: writeTinyModel(), libraries }))
    expect(released).toBe(1)
  })
})

describe('an aborted call', () => {
  it('leaves the rest of its texts', async () => {
    const controller = new AbortController()
    let runs = 0
    const libraries = await alterSessions((session) => ({
      run(inputs, output) {
        runs += 1
        // The first run tries the model when it is loaded.
        if (runs === 3) controller.abort()
        return session.run(inputs, output)
      },
    }))
    const model = await openTinyModel({ libraries })
    const call = ask(model, ['a', 'b', 'c', 'd', 'e'], controller.signal)
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    await ask(model, ['f'])
    expect(runs).toBe(4)
  })
})

describe('a model that is disposed of while it embeds', () => {
  it('finishes no call, and is freed once, when nothing runs', async () => {
    const log: string[] = []
    const libraries = await alterSessions((session) => ({
      async run(inputs, output) {
        const answer = await session.run(inputs, output)
        log.push('ran')
        return answer
      },
      release: () => session.release().then(() => void log.push('released')),
    }))
    const model = await openTinyModel({ libraries })
    const calls = Promise.allSettled([ask(model, ['a', 'b', 'c']), ask(model, ['d', 'e'])])
    await Promise.all([model.dispose?.(), model.dispose?.()])
    const rejected = { status: 'rejected', reason: expect.objectContaining(unavailable) }
    expect(await calls).toEqual([rejected, rejected])
    expect(log).toEqual(['ran', 'ran', 'ran', 'released'])
  })
})
