import { didYouMean, UsageError } from '@recallite/command-line'
import type { SearchOptions } from '@recallite/core'
import { strategyNames } from '@recallite/fusion'
import { searchSettings, type ResolvedSettings } from '@recallite/settings'
import { parseOpenClawQuery } from './openclaw-query.js'

/** A way to search that is compared with others. */
export interface Strategy {
  readonly name: string
  /** Whether it needs an embedding model. */
  readonly needsModel: boolean
  /** The options that differ from those of a search without settings. */
  readonly options: SearchOptions
  /** Whether it replays another program, with that program's threshold and number of candidates. */
  readonly isReplay: boolean
  /** Whether rankings are reversed, worst first: a control that every comparison must find worse. */
  readonly isReversed: boolean
}

/**
 * Other programs. The fusion that replays OpenClaw 2026.2 has the three faults of its issue #16021: all words are needed, every
 * keyword hit is worth the same, and a miss counts as zero against a threshold on the fused score. The others are what that
 * issue names: the workaround (only vectors, their cosine against 0.25, 10 results) and the fix (keywords joined by OR,
 * weighted reciprocal rank fusion with its best score 1, 4 × 6 candidates per retriever, a document that a retriever misses
 * counts 0 there).
 */
const replays = {
  'openclaw-2026.2': {
    fusion: 'openclaw-2026.2',
    parseQuery: parseOpenClawQuery,
    limit: 6,
    completeScores: false,
    correctSpelling: false,
    threshold: 0.35,
  },
  'issue-16021-workaround': { fusion: 'weighted', textWeight: 0, limit: 10, threshold: 0.25 },
  'issue-16021-fix': {
    fusion: 'rrf',
    rrfK: 60,
    vectorWeight: 0.7,
    textWeight: 0.3,
    rrfNormalize: true,
    completeScores: false,
    limit: 6,
    threshold: 0.35,
  },
} satisfies Readonly<Record<string, SearchOptions>>

/** This program without settings: what its users get. */
export const defaultStrategy: Strategy = defineStrategy('recallite', {})

/** The default strategies: this program, each retriever separately, the common fusions and the replays of other programs. */
export const defaultStrategies: readonly Strategy[] = [
  defineStrategy('keyword', { vectorWeight: 0 }, { needsModel: false }),
  defineStrategy('vector', { textWeight: 0 }),
  defaultStrategy,
  ...(['convex', 'weighted', 'rrf'] as const).map((fusion) => defineStrategy(fusion, { fusion })),
  ...Object.entries(replays).map(([name, options]) => replayOf(name, options)),
]

/** Strategies that show the value of an order at all, of spelling correction, and of times in queries. */
export const controls: readonly Strategy[] = [
  defineStrategy('reversed', {}, { needsModel: false, isReversed: true }),
  defineStrategy('keyword-as-typed', { vectorWeight: 0, correctSpelling: false }, { needsModel: false }),
  defineStrategy('timeless', { time: false }),
]

/** The strategy that searches with the user's own settings is called so. */
export const ownStrategyName = 'settings'

/** The strategy that searches as `recallite` does with these settings; undefined if they change nothing about a search. */
export function ownStrategy(resolved: ResolvedSettings): Strategy | undefined {
  const { rerankCandidates: _, rerankDeadline: __, ...set } = searchSettings(resolved)
  const isHybrid = resolved.settings.query.hybrid.enabled
  const options = isHybrid ? set : { ...set, vectorWeight: undefined, textWeight: 0 }
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  if (given.length === 0) return undefined
  const needsModel = options.vectorWeight !== 0
  return defineStrategy(ownStrategyName, Object.fromEntries(given), { needsModel })
}

/**
 * The strategies of these names, each once; `all` stands for the default strategies and `own`, that of the user's
 * settings; any fusion is a strategy. Throws a UsageError.
 */
export function chooseStrategies(names: readonly string[] = ['all'], own?: Strategy): Strategy[] {
  const all = own ? [...defaultStrategies, own] : defaultStrategies
  const known = new Map([...all, ...controls].map((strategy) => [strategy.name, strategy]))
  for (const fusion of strategyNames()) {
    if (!known.has(fusion)) known.set(fusion, defineStrategy(fusion, { fusion }))
  }
  const chosen = names.flatMap((name) => {
    const strategy = known.get(name)
    if (name === 'all') return all
    if (strategy) return strategy
    if (name === ownStrategyName) {
      throw new UsageError(
        `Your settings change nothing about a search: the strategy ${defaultStrategy.name} is what you use. 'recallite config query' shows what can be set.`,
      )
    }
    const list = [...known.keys()]
    throw new UsageError(
      `No strategy is called "${name}".${didYouMean(name, list)} Known are: ${list.join(', ')}, or all.`,
    )
  })
  if (chosen.length > 0) return [...new Set(chosen)]
  throw new UsageError('--strategies names none. Give comma-separated names, or all.')
}

/** A strategy that needs a model and neither replays nor reverses, unless `special` says otherwise. */
function defineStrategy(name: string, options: SearchOptions, special: Partial<Strategy> = {}): Strategy {
  return { name, options, needsModel: true, isReplay: false, isReversed: false, ...special }
}

/**
 * OpenClaw takes 4 × limit candidates of each retriever, compares the fused score with its threshold, and shows every chunk
 * of a document.
 */
function replayOf(name: string, options: SearchOptions): Strategy {
  const own = {
    candidateMultiplier: 4,
    thresholdOn: 'fused',
    perDocument: 0,
    mergeDuplicates: false,
    rerank: false,
    time: false,
  } as const
  return defineStrategy(name, { ...own, ...options }, { isReplay: true })
}
