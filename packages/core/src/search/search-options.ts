import { defaultStrategyName, type FusionOptions, type FusionStrategy } from '@recallite/fusion'
import { MemoryError } from '../errors.js'
import type { FilterOptions } from './filter/settle-filter.js'
import type { QueryParser } from './question.js'
import { hasWeights, settleFusion } from './settle-fusion.js'

/** The numbers of a search that a caller leaves open. */
export const searchDefaults = {
  limit: 6,
  /** Evidence below which results are cut. */
  minScore: 0.35,
  /** Per retriever; more gained nothing on twenty-three collections, and a fixed pool keeps results stable. */
  candidates: 100,
} as const

/** The most candidates per retriever that can be asked for. */
export const mostCandidates = 10_000

/** What `minScore` is compared with: the evidence, or the fused score as OpenClaw does. */
export type MinScoreOn = 'evidence' | 'fused'

/** Which candidates may be results: what `either` retriever found, or only what `both` did, where both were asked. */
export type FoundBy = 'either' | 'both'

/** What callers may set for a search; what is left out takes the fusion's own default. */
export interface SearchOptions extends FilterOptions {
  /** Results wanted, clamped to 1–100; default 6. */
  readonly limit?: number | undefined
  /** Results below are cut; default 0.35. */
  readonly minScore?: number | undefined
  readonly minScoreOn?: MinScoreOn | undefined
  /**
   * Name of a fusion strategy, or one of your own, to which both retrievers weigh 1 unless a weight is set; default
   * `convex`, or `weighted` where a weight is set.
   */
  readonly fusion?: string | FusionStrategy | undefined
  /** Default `either`. */
  readonly foundBy?: FoundBy | undefined
  /** From 0; 0 switches the retriever off. */
  readonly vectorWeight?: number | undefined
  /** Of the keyword retriever; from 0; 0 switches it off. */
  readonly textWeight?: number | undefined
  /** Rank constant of `rrf`, which it means where no fusion is named. */
  readonly rrfK?: number | undefined
  /** Candidates per retriever as a multiple of the limit; default: 100 candidates, or 4 × the limit if that is more. */
  readonly candidateMultiplier?: number | undefined
  /** Candidates per retriever, whatever the limit, from 1 to 10,000; wins over `candidateMultiplier`. */
  readonly candidates?: number | undefined
  /** The most results of one document, its best ones; default any number. */
  readonly resultsPerDocument?: number | undefined
  /** Whether every candidate is scored on both retrievers before fusion; default true. */
  readonly completeScores?: boolean | undefined
  /**
   * Whether words that no chunk has are read as what they may be misspellings of, where nothing answers as it was
   * typed; default true.
   */
  readonly correctSpelling?: boolean | undefined
  /** Makes the keyword query of what was typed; default `parseQuery` of `@recallite/analysis`. */
  readonly parseQuery?: QueryParser | undefined
  /** How the fusion scales scores and counts what is missing; default its own way. */
  readonly scaling?: Pick<FusionOptions, 'normalize' | 'normalization' | 'missing'> | undefined
  /** Aborting it rejects the search with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** A search's settings, all of them. */
export interface SearchSettings {
  readonly limit: number
  readonly candidates: number
  readonly minScore: number
  readonly minScoreOn: MinScoreOn
  readonly foundBy: FoundBy
  readonly strategy: FusionStrategy
  /** Its name; `custom` for a function of the caller's. */
  readonly strategyName: string
  readonly fusionOptions: FusionOptions
  readonly weights: Readonly<Record<'vector' | 'keyword', number>>
  /** Whether words weigh more the more of a question is names: only where the caller sets no weight. */
  readonly weighNames: boolean
  /** Whether every candidate is scored on both retrievers before fusion. */
  readonly completeScores: boolean
  readonly resultsPerDocument: number | undefined
  readonly correctSpelling: boolean
}

const maximumLimit = 100
const poolMultiplier = 4

function assertNumber(
  name: string,
  value: number | undefined,
  [least, most]: readonly [number, number],
): void {
  if (value === undefined || (value >= least && value <= most)) return
  throw new MemoryError(
    'OPTION_INVALID',
    `${name} is ${value}; it must be a number from ${least} to ${most}.`,
  )
}

function validate(options: SearchOptions): void {
  if (Number.isNaN(options.limit)) assertNumber('limit', options.limit, [1, maximumLimit])
  assertNumber('minScore', options.minScore, [-1, 1])
  assertNumber('vectorWeight', options.vectorWeight, [0, Number.MAX_VALUE])
  assertNumber('textWeight', options.textWeight, [0, Number.MAX_VALUE])
  assertNumber('rrfK', options.rrfK, [0, Number.MAX_VALUE])
  assertNumber('candidateMultiplier', options.candidateMultiplier, [1, 100])
  assertNumber('candidates', options.candidates, [1, mostCandidates])
  assertNumber('resultsPerDocument', options.resultsPerDocument, [1, Number.MAX_VALUE])
}

function clampLimit(limit: number = searchDefaults.limit): number {
  return Math.min(maximumLimit, Math.max(1, Math.floor(limit)))
}

function weightsOf(options: SearchOptions, defaults: SearchSettings['weights']): SearchSettings['weights'] {
  const weights = {
    vector: options.vectorWeight ?? defaults.vector,
    keyword: options.textWeight ?? defaults.keyword,
  }
  if (weights.vector + weights.keyword > 0) return weights
  throw new MemoryError(
    'OPTION_INVALID',
    'Both weights are 0, so nothing would be searched. Give one of them a weight.',
  )
}

/** Candidates per retriever: as said, else as a multiple of the limit, else a pool that does not move with it. */
function countCandidates({ candidates, candidateMultiplier }: SearchOptions, limit: number): number {
  if (candidates !== undefined) return Math.ceil(candidates)
  const { candidates: usual } = searchDefaults
  return Math.ceil(
    candidateMultiplier ? limit * candidateMultiplier : Math.max(usual, limit * poolMultiplier),
  )
}

/**
 * Fills in what the caller left open.
 * @throws MemoryError `OPTION_INVALID`; FusionError `FUSION_UNKNOWN_STRATEGY`
 */
export function settleSearch(options: SearchOptions): SearchSettings {
  validate(options)
  const { strategy, name, defaultWeights } = settleFusion(options)
  const limit = clampLimit(options.limit)
  return {
    limit,
    candidates: countCandidates(options, limit),
    minScore: options.minScore ?? searchDefaults.minScore,
    minScoreOn: options.minScoreOn ?? 'evidence',
    foundBy: options.foundBy ?? 'either',
    strategy,
    strategyName: name,
    fusionOptions: { ...options.scaling, k: options.rrfK },
    weights: weightsOf(options, defaultWeights),
    weighNames: name === defaultStrategyName && !hasWeights(options),
    completeScores: options.completeScores ?? true,
    resultsPerDocument: options.resultsPerDocument,
    correctSpelling: options.correctSpelling ?? true,
  }
}
