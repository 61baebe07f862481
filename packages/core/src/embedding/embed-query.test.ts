import type { KeptSpace } from '@recallite/store'
import { describe, expect, it } from 'vitest'
import { createChain } from './chain.js'
import { planQuery } from './embed-query.js'

const never = () => Promise.reject(new Error('planning opens no model'))

function backend(model: string, source = `here:${model}`) {
  return { provider: 'test', model, source, host: null, open: never }
}

function space(model: string, changes: Partial<KeptSpace> = {}): KeptSpace {
  const identity = { provider: 'test', model, dimensions: 3, promptStyle: 'plain' }
  return { ...identity, source: `here:${model}`, canary: null, isFilled: true, hasVectors: true, ...changes }
}

function plan(configured: readonly string[], spaces: readonly KeptSpace[]) {
  const backendOf = (source: string) => (source.startsWith('here:') ? backend(source.slice(5)) : undefined)
  const chain = createChain({
    backends: configured.map((name) => backend(name)),
    backendOf,
    now: () => 0,
  })
  const { usable, withoutVectors: without } = planQuery(chain, spaces)
  return { usable: usable.map(({ model }) => model), withoutVectors: without.map(({ model }) => model) }
}

describe('planQuery', () => {
  it('returns configured backends in order, without those that have no vectors', () => {
    expect(plan(['a', 'b', 'c'], [space('c'), space('a')])).toEqual({
      usable: ['a', 'c'],
      withoutVectors: ['b'],
    })
    expect(plan(['a'], [space('a', { hasVectors: false })])).toEqual({ usable: [], withoutVectors: ['a'] })
  })

  it('prefers the previous space until the new one is filled', () => {
    const filling = space('new', { isFilled: false })
    expect(plan(['new'], [space('old'), filling]).usable).toEqual(['old', 'new'])
    expect(plan(['new'], [space('old'), space('new')]).usable).toEqual(['new', 'old'])
  })

  it('returns other spaces latest first, without those that no backend can reach', () => {
    const spaces = [space('first'), space('second'), space('lost', { source: 'elsewhere' }), space('third')]
    expect(plan(['new'], spaces).usable).toEqual(['third', 'second', 'first'])
    expect(plan(['new'], [space('old', { source: null })]).usable).toEqual([])
  })

  it('recognises a backend whose file has moved', () => {
    const moved = { ...backend('a'), isSame: (source: string) => source === 'there:a' }
    const chain = createChain({
      backends: [moved],
      backendOf: () => undefined,
      now: () => 0,
    })
    const spaces = [space('a', { source: 'there:a' }), space('a', { source: 'there:b' })]
    expect(planQuery(chain, spaces.slice(0, 1)).usable).toHaveLength(1)
    expect(planQuery(chain, spaces.slice(1)).usable).toHaveLength(0)
    expect(plan(['a'], [space('a', { source: null })]).usable).toEqual(['a'])
  })

  it('returns a backend with several spaces once', () => {
    const spaces = [space('a', { dimensions: 2 }), space('a')]
    expect(plan(['a'], spaces).usable).toEqual(['a'])
  })
})
