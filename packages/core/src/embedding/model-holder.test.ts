import type { EmbeddingModel } from '@recallite/embeddings'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { holdModel } from './model-holder.js'

function heldModel(idle: number | undefined) {
  const life: string[] = []
  const open = async () => {
    life.push('opened')
    const model: EmbeddingModel = {
      ...createConceptModel().model,
      dispose: async () => void life.push('freed'),
    }
    return { forQueries: model, forIndexing: model }
  }
  return { holder: holdModel(open, { idle }), life }
}

const request = { texts: ['car'], role: 'query' as const }

describe('a model that is not used', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is let go of, and opened again by whoever has it still', async () => {
    const { holder, life } = heldModel(1_000)
    const { forQueries } = await holder.open()
    await vi.advanceTimersByTimeAsync(900)
    await forQueries.embed(request)
    await vi.advanceTimersByTimeAsync(900)
    expect(life).toEqual(['opened'])
    await vi.advanceTimersByTimeAsync(200)
    expect(life).toEqual(['opened', 'freed'])
    expect(await forQueries.embed(request)).toHaveLength(1)
    await holder.close()
    expect(life).toEqual(['opened', 'freed', 'opened', 'freed'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(life).toHaveLength(4)
  })

  it('is kept where nobody says how long', async () => {
    const { holder, life } = heldModel(undefined)
    await holder.open()
    await vi.advanceTimersByTimeAsync(10_000_000)
    expect(life).toEqual(['opened'])
    await holder.close()
  })

  it('is not let go of in the middle of a use', async () => {
    const life: string[] = []
    let answer = () => {}
    const slow: EmbeddingModel = {
      ...createConceptModel().model,
      embed: () => new Promise((resolve) => (answer = () => resolve([new Float32Array(1)]))),
      dispose: async () => void life.push('freed'),
    }
    const holder = holdModel(async () => ({ forQueries: slow, forIndexing: slow }), { idle: 100 })
    const { forIndexing } = await holder.open()
    const vectors = forIndexing.embed(request)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(life).toEqual([])
    answer()
    await vectors
    await vi.advanceTimersByTimeAsync(200)
    expect(life).toEqual(['freed'])
  })
})
