import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { holdOpened } from './model-holder.js'

function heldModel(idle: number | undefined) {
  const life: string[] = []
  const open = async () => {
    life.push('opened')
    return createConceptModel().model
  }
  return { holder: holdOpened(open, { idle, free: () => void life.push('freed') }), life }
}

const request = { texts: ['car'], role: 'query' as const }

describe('an unused model', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is released, and reopened by the next use', async () => {
    const { holder, life } = heldModel(1_000)
    const embed = () => holder.use((model) => model.embed(request))
    await embed()
    await vi.advanceTimersByTimeAsync(900)
    await embed()
    await vi.advanceTimersByTimeAsync(900)
    expect(life).toEqual(['opened'])
    await vi.advanceTimersByTimeAsync(200)
    expect(life).toEqual(['opened', 'freed'])
    expect(await embed()).toHaveLength(1)
    await holder.close()
    expect(life).toEqual(['opened', 'freed', 'opened', 'freed'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(life).toHaveLength(4)
  })

  it('is not released without an idle time', async () => {
    const { holder, life } = heldModel(undefined)
    await holder.use(async () => undefined)
    await vi.advanceTimersByTimeAsync(10_000_000)
    expect(life).toEqual(['opened'])
    await holder.close()
  })

  it('is not released while it is used', async () => {
    const { holder, life } = heldModel(100)
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    const vectors = holder.use(() => promise)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(life).toEqual(['opened'])
    answer()
    await vectors
    await vi.advanceTimersByTimeAsync(200)
    expect(life).toEqual(['opened', 'freed'])
  })
})
