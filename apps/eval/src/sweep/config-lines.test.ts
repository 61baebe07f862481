import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { configLines, needsConfig, searchFlags } from './config-lines.js'
import type { Setting } from './setting.js'

describe('configLines', () => {
  it('are none for the default, however it is said', () => {
    expect(configLines({})).toBe('')
    expect(
      configLines({ fusion: 'convex', vectorWeight: 0.8, minScore: 0.35, chunkTokens: 400, k: 10 }),
    ).toBe('')
  })

  it('are nested YAML of what differs', () => {
    const setting: Setting = {
      fusion: 'weighted',
      vectorWeight: 0.6,
      textWeight: 0.3,
      candidateMultiplier: 8,
      normalization: 'min-max',
      minScore: 0.2,
      chunkTokens: 200,
      chunkOverlap: 80,
    }
    expect(configLines(setting)).toBe(
      [
        'query:',
        '  fusion: weighted',
        '  hybrid:',
        '    vectorWeight: 0.6',
        '    candidateMultiplier: 8',
        '  normalization: min-max',
        '  minScore: 0.2',
        'chunking:',
        '  tokens: 200',
        '',
      ].join('\n'),
    )
    expect(parse(configLines({ fusion: 'rrf', k: 10 }))).toEqual({ query: { fusion: 'rrf', rrfK: 10 } })
  })

  it('name the fusion that weights are for, though it is the default', () => {
    expect(parse(configLines({ textWeight: 0.4 }))).toEqual({
      query: { fusion: 'convex', hybrid: { textWeight: 0.4 } },
    })
    expect(parse(configLines({ minScore: 0 }))).toEqual({ query: { minScore: 0 } })
  })
})

describe('searchFlags', () => {
  it('are those that search has', () => {
    expect(searchFlags({ fusion: 'rrf', k: 10, vectorWeight: 2, minScore: -0.1, chunkTokens: 200 })).toBe(
      '--fusion rrf --vector-weight 2 --rrf-k 10 --min-score -0.1',
    )
    expect(searchFlags({ vectorWeight: 0.6, candidateMultiplier: 8 })).toBe(
      '--fusion convex --vector-weight 0.6 --candidate-multiplier 8',
    )
    expect(searchFlags({ vectorWeight: 0.8, chunkTokens: 200 })).toBe('')
  })

  it('are not all where something has no flag', () => {
    expect(needsConfig({ chunkTokens: 200 })).toBe(true)
    expect(needsConfig({ fusion: 'weighted', normalization: 'max' })).toBe(true)
    expect(needsConfig({ normalization: 'max', chunkTokens: 400 })).toBe(false)
  })
})
