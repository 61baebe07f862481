import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { alterSessions, loadTiny } from './__fixtures__/altered-sessions.js'
import type { OnnxSession } from './libraries.js'
import { bytesOfNetwork, shareThreads } from './load-model.js'

describe('ONNX Runtime', () => {
  it('is named, with the remedy, if it does not run here', async () => {
    const assertRuntime = () =>
      Promise.reject(new Error('Cannot find onnxruntime_binding.node\nRequire stack'))
    await expect(loadTiny({}, { assertRuntime })).rejects.toMatchObject({
      message: 'ONNX Runtime does not start here (Cannot find onnxruntime_binding.node)',
      remedy: expect.stringMatching(/^Install /),
    })
  })

  it('is not loaded for a folder without a model', async () => {
    let loads = 0
    const assertRuntime = () => Promise.reject(new Error(`load ${(loads += 1)}`))
    await expect(loadTiny({ modelPath: temporaryFolder() }, { assertRuntime })).rejects.toThrow(
      'it has neither',
    )
    expect(loads).toBe(0)
  })
})

type Run = OnnxSession['run']

describe('a text that the network rejects', () => {
  it.each<[string, () => ReturnType<Run>, RegExp]>([
    ['with an error', () => Promise.reject(new Error('bad token')), /^bad token$/],
    ['with another shape', async () => ({ dims: [1, 8], data: new Float32Array(8) }), /not one vector/],
    ['with other numbers', async () => ({ dims: [1, 7, 8], data: new Uint16Array(56) }), /32-bit/],
  ])('%s does not affect the other texts of its batch', async (_, answer, reason) => {
    const runtime = alterSessions((session) => ({
      run: (...args) => (args[0]['input_ids']?.length === 7 ? answer() : session.run(...args)),
    }))
    const [lane] = (await loadTiny({}, runtime)).lanes
    const [good, bad, other] = (await lane?.(['a b', 'a b c d e', 'c'], undefined)) ?? []
    expect([good, other]).toEqual(await lane?.(['a b', 'c'], undefined))
    expect(good).toBeInstanceOf(Float32Array)
    expect(bad).toMatch(reason)
  })
})

describe('shareThreads', () => {
  it.each([
    { threads: 1, max: 3, networks: 1, each: 1 },
    { threads: 2, max: 3, networks: 2, each: 1 },
    { threads: 8, max: 3, networks: 3, each: 2 },
    { threads: 8, max: 0, networks: 1, each: 8 },
  ])('shares $threads threads if memory allows $max networks', ({ threads, max, networks, each }) => {
    expect(shareThreads(threads, max)).toEqual({ networks, threads: each })
  })

  it('leaves room for two networks of a small model', () => {
    expect(2 * bytesOfNetwork(23_000_000)).toBeLessThan(500_000_000)
  })
})
