import { UsageError, didYouMean } from '@recallite/command-line'
import type { SearchOptions } from '@recallite/core'
import { type StrategyName, strategyNames } from '@recallite/fusion'

/** A way to search that is compared with others. */
export interface Strategy {
  readonly name: string
  /** Whether it means nothing without an embedding model. */
  readonly needsModel: boolean
  /** What makes a search this one; all else is as a search is without settings. */
  readonly options: SearchOptions
  /** Whether it replays another program, whose threshold and number of candidates belong to it. */
  readonly isReplay: boolean
  /** Whether answers are turned upside down, worst first: a control that every comparison must find worse. */
  readonly isReversed: boolean
}

/** Fusions that replay another program, with its candidates as a multiple of its limit. */
const replayedFusions: ReadonlySet<StrategyName> = new Set(['openclaw-2026.2'])

const openclawMultiplier = 4

const retrievers = [
  strategy('keyword', { vectorWeight: 0 }, { needsModel: false }),
  strategy('vector', { textWeight: 0 }),
]

const fusions = strategyNames().map((fusion) =>
  replayedFusions.has(fusion)
    ? strategy(fusion, { fusion, candidateMultiplier: openclawMultiplier }, { isReplay: true })
    : strategy(fusion, { fusion }),
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
  strategy('keyword-as-typed', { vectorWeight: 0, rescueTypos: false }, { needsModel: false }),
]

/** The word for all usual strategies. */
const everyStrategy = 'all'

/**
 * The strategies of these names, each once, in their order; `all` stands for all usual ones.
 * @throws UsageError
 */
export function chooseStrategies(names: readonly string[] = [everyStrategy]): Strategy[] {
  const chosen = names.flatMap((name) => (name === everyStrategy ? usualStrategies : [findStrategy(name)]))
  if (chosen.length > 0) return [...new Set(chosen)]
  throw new UsageError('--strategies names none. Give names with commas between, or all.')
}

/** The strategy of ours that has this name; undefined for those of other programs. */
export function knownStrategy(name: string): Strategy | undefined {
  return [...usualStrategies, ...controls].find((strategy) => strategy.name === name)
}

function strategy(name: string, options: SearchOptions, special: Partial<Strategy> = {}): Strategy {
  return { name, options, needsModel: true, isReplay: false, isReversed: false, ...special }
}

function findStrategy(name: string): Strategy {
  const known = [...usualStrategies, ...controls]
  const strategy = known.find((each) => each.name === name)
  if (strategy) return strategy
  const names = known.map((each) => each.name)
  throw new UsageError(
    `No strategy is called "${name}".${didYouMean(name, names)} Known are: ${names.join(', ')}, or all.`,
  )
}
