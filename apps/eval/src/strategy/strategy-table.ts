import type { SearchOptions } from '@recallite/core'
import { strategyNames, type StrategyName } from '@recallite/fusion'
import { parseOpenClawQuery } from './openclaw-query.js'
import type { Strategy } from './strategy.js'

/** Candidates of each retriever as a multiple of the limit. */
const openclawMultiplier = 4

/**
 * Fusions that replay another program. `openclaw-2026.2` has the three faults of OpenClaw's issue #16021: all words are
 * needed, every keyword hit is worth the same, and a miss counts as zero against a threshold on the fused score.
 */
const replays: Readonly<Partial<Record<StrategyName, SearchOptions>>> = {
  'openclaw-2026.2': {
    parseQuery: parseOpenClawQuery,
    completeScores: false,
    correctSpelling: false,
    candidateMultiplier: openclawMultiplier,
    minScore: 0.35,
    minScoreOn: 'fused',
  },
}

function strategy(name: string, options: SearchOptions, special: Partial<Strategy> = {}): Strategy {
  return { name, options, needsModel: true, isReplay: false, isReversed: false, ...special }
}

const retrievers = [
  strategy('keyword', { vectorWeight: 0 }, { needsModel: false }),
  strategy('vector', { textWeight: 0 }),
]

const fusions = strategyNames().map((fusion) =>
  strategy(fusion, { fusion, ...replays[fusion] }, { isReplay: fusion in replays }),
)

/**
 * What OpenClaw's issue #16021 names besides its "before", which is the fusion `openclaw-2026.2`: the way around it
 * (vectors alone, their cosine against 0.25, 10 results) and the fix (words joined by OR, weighted reciprocal rank fusion
 * with its best score 1, 4 × 6 candidates a retriever, a miss counts 0).
 */
const issue16021 = [
  strategy(
    'issue-16021-workaround',
    {
      fusion: 'weighted',
      textWeight: 0,
      limit: 10,
      candidateMultiplier: openclawMultiplier,
      minScore: 0.25,
      minScoreOn: 'fused',
    },
    { isReplay: true },
  ),
  strategy(
    'issue-16021-fix',
    {
      fusion: 'rrf',
      rrfK: 60,
      vectorWeight: 0.7,
      textWeight: 0.3,
      scaling: { normalize: true },
      completeScores: false,
      limit: 6,
      candidateMultiplier: openclawMultiplier,
      minScore: 0.35,
      minScoreOn: 'fused',
    },
    { isReplay: true },
  ),
]

/**
 * Ours, set to find rather than to abstain: as many results as the workaround shows, and a threshold that only cuts what
 * nothing speaks for. The fusion `convex` alone is as a search is without settings.
 */
const ours = strategy('recallite', { limit: 10, minScore: 0.15 })

/** What is compared where nobody chooses: each retriever alone, then every fusion and configuration that has a name. */
export const usualStrategies: readonly Strategy[] = [...retrievers, ...fusions, ...issue16021, ours]

/** Those that only show what something is worth: an order at all, and reading words as misspellings of others. */
export const controls: readonly Strategy[] = [
  strategy('reversed', {}, { needsModel: false, isReversed: true }),
  strategy('keyword-as-typed', { vectorWeight: 0, correctSpelling: false }, { needsModel: false }),
]
