import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FusionError } from './options.js'
import {
  defaultStrategyName,
  findStrategy,
  isStrategyName,
  strategyNames,
  strategyTable,
} from './strategy-table.js'

const files = readdirSync(new URL('strategies/', import.meta.url))
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

describe('the strategy table', () => {
  it('contains every strategy once, the default first', async () => {
    const names = files.flatMap((file) => (file.endsWith('.test.ts') ? [] : [file.slice(0, -3)]))
    const modules = await Promise.all(names.map((name): Promise<object> => import(`./strategies/${name}.ts`)))
    const listed = Object.values(strategyTable).map(({ strategy }) => strategy)
    expect(new Set(listed)).toEqual(new Set(modules.flatMap((module) => Object.values(module))))
    expect(new Set(listed).size).toBe(listed.length)
    expect(strategyNames()[0]).toBe(defaultStrategyName)
  })

  it.each(strategyNames())('has positive default weights for %s, which the README describes', (name) => {
    const { defaultWeights } = strategyTable[name]
    expect(Math.min(defaultWeights.vector, defaultWeights.keyword)).toBeGreaterThan(0)
    expect(readme, `add a row for ${name} to packages/fusion/README.md`).toMatch(
      new RegExp(`^\\| [^|]*\`${name}\``, 'm'),
    )
  })
})

describe('findStrategy', () => {
  it('lists all strategies if the name is unknown', () => {
    expect(() => findStrategy('konvex')).toThrow(
      expect.objectContaining({
        code: 'FUSION_UNKNOWN_STRATEGY',
        message: expect.stringContaining(strategyNames().join(', ')),
      }),
    )
  })

  it('does not accept inherited properties as strategies', () => {
    expect(isStrategyName('constructor')).toBe(false)
    expect(() => findStrategy('toString')).toThrow(FusionError)
  })
})
