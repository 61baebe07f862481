import { didYouMean, UsageError } from '@recallite/command-line'
import type { SearchOptions } from '@recallite/core'
import { strategyNames } from '@recallite/fusion'
import { searchSettings, type ResolvedSettings } from '@recallite/settings'
import { parseAnyWord, parseOpenClawQuery } from './openclaw-query.js'

/** A way to search. */
export interface Strategy {
  readonly name: string
  readonly needsModel: boolean
  /** Overrides of the default options of a search. */
  readonly options: SearchOptions
  /** Replays another program, with its threshold and number of candidates. */
  readonly isReplay: boolean
  /** Reverses rankings: a control that every comparison must find worse. */
  readonly isReversed: boolean
}

/**
 * OpenClaw 2026.2 has the three bugs of its issue #16021: all words are required, all keyword hits score the same, and a
 * retriever's miss counts as 0 in a fused score with a threshold.
 */
const openclaw = {
  fusion: 'openclaw-2026.2',
  parseQuery: parseOpenClawQuery,
  correctSpelling: false,
} as const
const byRank = { fusion: 'rrf', rrfK: 60, vectorWeight: 0.7, textWeight: 0.3, rrfNormalize: true } as const

/** OpenClaw 2026.2 with one of its bugs fixed. */
export const singleFixes: readonly Strategy[] = [
  replayOf('issue-16021-fix-1', { ...openclaw, parseQuery: parseAnyWord }),
  replayOf('issue-16021-fix-2', { ...openclaw, textNormalization: 'min-max' }),
  replayOf('issue-16021-fix-3', { ...openclaw, ...byRank }),
]

/** What distinguishes each replay. */
export const replayNotes: Readonly<Record<string, string>> = {
  'openclaw-2026.2': 'all three bugs',
  'issue-16021-fix-1': 'bug 1 fixed: any word is enough',
  'issue-16021-fix-2': 'bug 2 fixed: hits differ in score',
  'issue-16021-fix-3': 'bug 3 fixed: only ranks decide',
  'issue-16021-fix': 'all bugs fixed',
  'issue-16021-workaround': 'only vectors, from cosine .25',
}

/** Recallite with default settings. */
export const defaultStrategy: Strategy = defineStrategy('recallite', {})

/** Each retriever, recallite, the common fusions, and replays of other programs. */
export const defaultStrategies: readonly Strategy[] = [
  defineStrategy('keyword', { vectorWeight: 0 }, { needsModel: false }),
  defineStrategy('vector', { textWeight: 0 }),
  defaultStrategy,
  ...(['convex', 'weighted', 'rrf'] as const).map((fusion) => defineStrategy(fusion, { fusion })),
  replayOf('openclaw-2026.2', openclaw),
  replayOf('issue-16021-workaround', { fusion: 'weighted', textWeight: 0, limit: 10, threshold: 0.25 }),
  replayOf('issue-16021-fix', byRank),
]

/** Strategies without one feature: ranking, spelling correction, or times in queries. */
export const controls: readonly Strategy[] = [
  defineStrategy('reversed', {}, { needsModel: false, isReversed: true }),
  defineStrategy('keyword-as-typed', { vectorWeight: 0, correctSpelling: false }, { needsModel: false }),
  defineStrategy('timeless', { time: false }),
]

/** The name of the strategy with the user's settings. */
export const settingsStrategyName = 'settings'

/** The strategy with the user's settings. Undefined if they do not change a search. */
export function settingsStrategy(resolved: ResolvedSettings): Strategy | undefined {
  const { rerankCandidates: _, rerankDeadline: __, ...set } = searchSettings(resolved)
  const isHybrid = resolved.settings.query.hybrid.enabled
  const options = isHybrid ? set : { ...set, vectorWeight: undefined, textWeight: 0 }
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  if (given.length === 0) return undefined
  const needsModel = options.vectorWeight !== 0
  return defineStrategy(settingsStrategyName, Object.fromEntries(given), { needsModel })
}

/** The distinct strategies of these names, which may be fusions. `all` includes `fromSettings`. Throws a UsageError. */
export function chooseStrategies(names: readonly string[] = ['all'], fromSettings?: Strategy): Strategy[] {
  const all = fromSettings ? [...defaultStrategies, fromSettings] : defaultStrategies
  const byName = new Map([...all, ...singleFixes, ...controls].map((strategy) => [strategy.name, strategy]))
  for (const fusion of strategyNames()) {
    if (!byName.has(fusion)) byName.set(fusion, defineStrategy(fusion, { fusion }))
  }
  const chosen = names.flatMap((name) => {
    const strategy = byName.get(name)
    if (name === 'all') return all
    if (strategy) return strategy
    if (name === settingsStrategyName) {
      throw new UsageError(
        `Your settings do not change a search, so use the strategy ${defaultStrategy.name}. 'recallite config query' lists the settings.`,
      )
    }
    const list = [...byName.keys()]
    throw new UsageError(
      `Unknown strategy "${name}".${didYouMean(name, list)} Choose from: ${list.join(', ')}, or all.`,
    )
  })
  if (chosen.length > 0) return [...new Set(chosen)]
  throw new UsageError('--strategies is empty. Give comma-separated names, or all.')
}

/** By default, a strategy needs a model and is neither a replay nor reversed. */
function defineStrategy(name: string, options: SearchOptions, special: Partial<Strategy> = {}): Strategy {
  return { name, options, needsModel: true, isReplay: false, isReversed: false, ...special }
}

function replayOf(name: string, options: SearchOptions): Strategy {
  const openclawOptions = {
    candidateMultiplier: 4,
    completeScores: false,
    limit: 6,
    threshold: 0.35,
    thresholdOn: 'fused',
    perDocument: 0,
    mergeDuplicates: false,
    rerank: false,
    time: false,
  } as const
  return defineStrategy(name, { ...openclawOptions, ...options }, { isReplay: true })
}
