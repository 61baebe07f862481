import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { alterSessions, loadTiny } from './__fixtures__/altered-sessions.js'
import type { OnnxSession } from './libraries.js'
import { bytesOfNetwork, shareThreads } from './load-model.js'

describe('ONNX Runtime', () => {
  it('that does not run here is named, with what to do', async () => {
    const assertRuntime = () =>
      Promise.reject(new Error('Cannot find onnxruntime_binding.node\nRequire stack'))
    await expect(loadTiny({}, { assertRuntime })).rejects.toMatchObject({
      message: 'ONNX Runtime does not start here (Cannot find onnxruntime_binding.node)',
      remedy: expect.stringMatching(/^Install /),
    })
  })

  it('is not loaded for a folder that holds no model', async () => {
    let loads = 0
    const assertRuntime = () => Promise.reject(new Error(`load ${(loads += 1)}`))
    await expect(loadTiny({ modelPath: temporaryFolder() }, { assertRuntime })).rejects.toThrow(
      'it has neither',
    )
    expect(loads).toBe(0)
  })
})

type Run = OnnxSession['run']

/** A model of one network, and how many texts it was given in each run. */
async function loadAltered(run: (...args: Parameters<Run>) => ReturnType<Run> | undefined) {
  const rows: number[] = []
  const runtime = alterSessions((session) => ({
    run(...args) {
      rows.push(args[1])
      return run(...args) ?? session.run(...args)
    },
  }))
  const { lanes } = await loadTiny({}, runtime)
  rows.length = 0
  const embed = async (texts: readonly string[]) => (await lanes[0]?.(texts, undefined)) ?? []
  return { embed, rows }
}

const length = (inputs: Parameters<Run>[0], count: number) => (inputs['input_ids']?.length ?? 0) / count

describe('a text that the network refuses', () => {
  it.each<[string, () => ReturnType<Run>, RegExp]>([
    ['with an error', () => Promise.reject(new Error('bad token')), /^bad token$/],
    ['with another shape', async () => ({ dims: [1, 8], data: new Float32Array(8) }), /not one vector/],
    ['with other numbers', async () => ({ dims: [1, 7, 8], data: new Uint16Array(56) }), /32-bit/],
  ])('%s costs no other text of its batch', async (_, answer, reason) => {
    const model = await loadAltered((inputs, count) => (length(inputs, count) === 7 ? answer() : undefined))
    const [good, bad, other] = await model.embed(['a b', 'a b c d e', 'c'])
    expect([good, other]).toEqual(await model.embed(['a b', 'c']))
    expect(good).toBeInstanceOf(Float32Array)
    expect(bad).toMatch(reason)
  })
})

/** Answers with vectors that depend on the number of texts, as the scale of 8-bit activations depends on all of them. */
const shift: Run = async (inputs, count) => {
  const columns = length(inputs, count)
  const data = Float32Array.from({ length: count * columns * 8 }, (_, slot) => 1 + (slot % 8) / count)
  return { dims: [count, columns, 8], data }
}

describe('short texts', () => {
  it('are computed together', async () => {
    const { embed, rows } = await loadAltered(() => undefined)
    const together = await embed(['a', 'b c d', 'e f'])
    expect(rows).toEqual([3])
    expect(together).toEqual([
      ...(await embed(['a'])),
      ...(await embed(['b c d'])),
      ...(await embed(['e f'])),
    ])
  })

  it('are computed one at a time where the others of a batch change a vector', async () => {
    const { embed, rows } = await loadAltered(shift)
    expect(await embed(['a', 'b c d'])).toHaveLength(2)
    expect(rows).toEqual([1, 1])
  })
})

describe('shareThreads', () => {
  it.each([
    { threads: 1, most: 3, networks: 1, each: 1 },
    { threads: 2, most: 3, networks: 2, each: 1 },
    { threads: 8, most: 3, networks: 3, each: 2 },
    { threads: 8, most: 0, networks: 1, each: 8 },
  ])('makes $networks of $threads threads where memory allows $most', ({ threads, most, networks, each }) => {
    expect(shareThreads(threads, most)).toEqual({ networks, threads: each })
  })

  it('leaves room for two networks of a small model', () => {
    expect(2 * bytesOfNetwork(23_000_000)).toBeLessThan(500_000_000)
  })
})
