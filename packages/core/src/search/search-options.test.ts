import { describe, expect, it } from 'vitest'
import { resolveSearchOptions, type SearchOptions } from './search-options.js'

describe('the options of a search', () => {
  it.each<SearchOptions>([
    { limit: 0 },
    { limit: 101 },
    { limit: 1.5 },
    { threshold: Number.NaN },
    { textWeight: -1 },
    { vectorWeight: 0, textWeight: 0 },
    { candidates: 0 },
    { perDocument: -1 },
    { perDocument: 1.5 },
    { recency: 0 },
    { rerankCandidates: 101 },
    { rerankCandidates: Number.NaN },
    { textNormalization: 'max', fusion: 'convex' },
  ])('cannot be %o', (options) => {
    expect(() => resolveSearchOptions(options)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })

  it.each<[SearchOptions, string]>([
    [{}, 'calibrated'],
    [{ textWeight: 1 }, 'weighted'],
    [{ textNormalization: 'max' }, 'weighted'],
    [{ rrfK: 10 }, 'rrf'],
    [{ rrfK: 10, fusion: 'dbsf' }, 'dbsf'],
  ])('%o mean the strategy %s', (options, strategyName) => {
    expect(resolveSearchOptions(options)).toMatchObject({ strategyName })
  })

  it('have defaults if they are undefined', () => {
    const given = { limit: undefined, rerank: false, strict: true, perDocument: 0, candidateMultiplier: 1.25 }
    expect(resolveSearchOptions(given)).toMatchObject({
      limit: 10,
      rerank: false,
      matchMode: 'any',
      threshold: 0.2,
      candidates: 13,
      perDocument: { max: Infinity, isStrict: true },
    })
  })
})
