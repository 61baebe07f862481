import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FusionError } from './options.js'
import {
  defaultStrategyName,
  findStrategy,
  isStrategyName,
  nearestName,
  strategyNames,
  strategyTable,
} from './strategy-table.js'

const files = readdirSync(new URL('strategies/', import.meta.url))
const sources = files.filter((file) => !file.endsWith('.test.ts')).map((file) => file.replace(/\.ts$/, ''))
const loaded = await Promise.all(strategyNames().map((name) => strategyTable[name].load()))

describe('the strategy table', () => {
  it('names every strategy once', () => {
    expect(loaded.length).toBe(12)
    expect(new Set(loaded).size).toBe(loaded.length)
  })

  it.each(sources)(
    'names all that %s.ts exports, which has a test beside it and at most 200 lines',
    async (name) => {
      const module: unknown = await import(`./strategies/${name}.ts`)
      const exported: unknown[] = typeof module === 'object' && module !== null ? Object.values(module) : []
      expect(exported.length).toBeGreaterThan(0)
      expect(loaded).toEqual(expect.arrayContaining(exported))
      expect(files).toContain(`${name}.test.ts`)
      const text = readFileSync(new URL(`strategies/${name}.ts`, import.meta.url), 'utf8')
      expect(text.split('\n').length).toBeLessThanOrEqual(200)
    },
  )

  it.each(strategyNames())(
    'describes %s in one line and in the README, with positive default weights',
    (name) => {
      const { description, defaultWeights } = strategyTable[name]
      expect(description).toMatch(/^[A-Z].{10,110}\.$/)
      expect(Math.min(defaultWeights.vector, defaultWeights.keyword)).toBeGreaterThan(0)
      expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toMatch(
        new RegExp(`^\\| [^|]*\`${name}\``, 'm'),
      )
    },
  )

  it('has its default first', () => {
    expect(strategyNames()[0]).toBe(defaultStrategyName)
  })
})

describe('findStrategy', () => {
  it('names the nearest and all known strategies when there is none of that name', () => {
    const error = failureOf(() => findStrategy('konvex'))
    expect(FusionError.isInstance(error) && error.code).toBe('FUSION_UNKNOWN_STRATEGY')
    expect(String(error)).toContain('Did you mean "convex"?')
    for (const name of strategyNames()) expect(String(error)).toContain(name)
  })

  it('does not take a property of every object for a strategy', () => {
    expect(isStrategyName('constructor')).toBe(false)
    expect(() => findStrategy('toString')).toThrow(FusionError)
  })
})

function failureOf(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  return undefined
}

const known = ['convex', 'weighted', 'rrf', 'openclaw-2026.2']

describe('nearestName', () => {
  it.each([
    ['convx', 'convex'],
    ['RRF', 'rrf'],
    ['wieghted', 'weighted'],
    ['openclaw', 'openclaw-2026.2'],
  ])('takes %s for %s', (given, meant) => {
    expect(nearestName(given, known)).toBe(meant)
  })

  it('suggests nothing where no name is near', () => {
    expect(nearestName('borda', known)).toBeUndefined()
    expect(nearestName('', known)).toBeUndefined()
    expect(nearestName('rrf', [])).toBeUndefined()
  })
})
