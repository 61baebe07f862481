import {
  defaultStrategyName,
  findStrategy,
  type FusionOptions,
  type Normalization,
  type FusionStrategy,
} from '@recallite/fusion'
import type { RecordOrigin } from '@recallite/store/records'
import { invalidOption } from '../errors.js'
import type { FilterOptions } from './filter/resolve-filter.js'
import { searchRanges, type SearchRange } from '../search-ranges.js'
import type { ThresholdOn } from './answer.js'
import type { ParsedQuery } from '@recallite/keyword'

/** The defaults of a search. */
export const searchDefaults = {
  limit: 10,
  threshold: 0.11,
  strictThreshold: 0.2,
  /** Per retriever. More did not improve results on 23 collections, and a fixed number keeps results stable. */
  candidates: 100,
  perDocument: 2,
  rerankCandidates: 20,
  /** For scoring, in milliseconds; loading the model counts toward the query's deadline. */
  rerankDeadline: 2000,
} as const

const narrowing = [
  'roots',
  'paths',
  'headings',
  'since',
  'until',
  'where',
  'filter',
  'phrases',
  'conditions',
] as const satisfies readonly (keyof FilterOptions)[]

/** Whether an option filters files. None of these options applies to records. */
export function isNarrowed(options: FilterOptions): boolean {
  return narrowing.some((name) => options[name] !== undefined)
}

/** The options that filter files. */
export function filtersOf(options: FilterOptions): FilterOptions {
  return Object.fromEntries(
    narrowing.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  )
}

/** Which candidates can be results: those that `any` retriever or `all` retrievers found. */
export type MatchMode = 'any' | 'all'

/** Parses the text of a query; by default `parseQuery` of `@recallite/keyword`. */
export type QueryParser = (text: string, options: { readonly languages: readonly string[] }) => ParsedQuery

/** The options of a search. */
export interface SearchOptions extends FilterOptions {
  /** `session`: only transcripts. Default: files and records, or only files if an option filters files. */
  readonly kinds?: readonly ('file' | 'record' | 'session')[] | undefined
  /** Of records, only those of these origins; files are not affected. */
  readonly origins?: readonly RecordOrigin[] | undefined
  /** The maximum number of results, a whole number from 1 to 100; default 10. */
  readonly limit?: number | undefined
  /**
   * If no result has at least this confidence, the search abstains: it returns no results. Otherwise results with less
   * confidence are marked `weak`. Default 0.11, or 0.2 if `strict`.
   */
  readonly threshold?: number | undefined
  /** Raises the default threshold, so that fewer queries without an answer have results; default false. */
  readonly strict?: boolean | undefined
  /** Default `confidence`; with `fused`, results whose fused score is below the threshold are omitted. */
  readonly thresholdOn?: ThresholdOn | undefined
  /**
   * The name of a fusion strategy, or a function, whose default weights are 1; default `calibrated`, or `weighted` if a weight
   * is set.
   */
  readonly fusion?: string | FusionStrategy | undefined
  /** Default `any`. */
  readonly matchMode?: MatchMode | undefined
  /** From 0; 0 switches the retriever off. */
  readonly vectorWeight?: number | undefined
  /** The weight of the keyword retriever, from 0; 0 switches it off. */
  readonly textWeight?: number | undefined
  /** By name of additional retriever, from 0; with 0 a retriever only adds candidates. Default: the retriever's `weight`. */
  readonly weights?: Readonly<Record<string, number>> | undefined
  /** Rank constant of `rrf` and `rrf-compressed`, above 0; setting it selects `rrf` unless a fusion is named. */
  readonly rrfK?: number | undefined
  /** Whether `rrf` divides its scores by the best possible one; default false. */
  readonly rrfNormalize?: boolean | undefined
  /** Candidates per retriever as a multiple of the limit, from 1 to 100. */
  readonly candidateMultiplier?: number | undefined
  /** Candidates per retriever, from 1 to 10,000; overrides `candidateMultiplier`. Default 100, so that a larger limit only adds results. */
  readonly candidates?: number | undefined
  /** The maximum number of results per document, 0 for any number. Default: 2, and more at the end if the limit is not reached. */
  readonly perDocument?: number | undefined
  /** Whether a chunk that repeats a better one becomes its duplicate, and link-only chunks after the first follow all others; default true. */
  readonly mergeDuplicates?: boolean | undefined
  /** Half-life in days, above 0: recent documents rise by up to three positions. Default: dates do not count. */
  readonly recency?: number | undefined
  /** Whether items of a time in the query ("last week") are preferred; default true. */
  readonly time?: boolean | undefined
  /** Whether notes lose up to three positions if their front matter states that they are not in force ("superseded"); default true. */
  readonly status?: boolean | undefined
  /** Whether every retriever scores all candidates before fusion; default true. */
  readonly completeScores?: boolean | undefined
  /** Whether terms that no chunk contains are corrected if no chunk answers the query as typed; default true. */
  readonly correctSpelling?: boolean | undefined
  /** Whether the first results are reranked if the memory has a reranker; default true. */
  readonly rerank?: boolean | undefined
  /** The number of results that are reranked, from 1 to 100; default 20. */
  readonly rerankCandidates?: number | undefined
  /** In milliseconds, default 2,000; if the reranker takes longer, the order does not change. */
  readonly rerankDeadline?: number | undefined
  /** Default `parseQuery` of `@recallite/keyword`. */
  readonly parseQuery?: QueryParser | undefined
  /** Overrides how the strategy normalises keyword scores; selects `weighted` if no fusion is named. */
  readonly textNormalization?: Normalization | undefined
  /** Aborting it rejects the search with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** The defaults of options that become settings unchanged. */
const plainDefaults = {
  limit: searchDefaults.limit,
  thresholdOn: 'confidence',
  matchMode: 'any',
  mergeDuplicates: true,
  time: true,
  status: true,
  completeScores: true,
  correctSpelling: true,
  rerank: true,
  rerankCandidates: searchDefaults.rerankCandidates,
  rerankDeadline: searchDefaults.rerankDeadline,
} as const satisfies SearchOptions

type PlainSettings = {
  readonly [Option in keyof typeof plainDefaults]: NonNullable<SearchOptions[Option]>
}

/** All settings of a search, with defaults filled in. */
export interface SearchSettings extends PlainSettings {
  readonly candidates: number
  readonly threshold: number
  readonly strategy: FusionStrategy
  /** `custom` for a function. */
  readonly strategyName: string
  readonly fusionOptions: FusionOptions
  /** By retriever; default: the retriever's `weight`. */
  readonly weights: Readonly<Record<string, number>>
  /** Whether the keyword weight grows with the share of names in the query; only if the caller sets neither strategy nor weights. */
  readonly weighNames: boolean
  /** `isStrict`: the caller set the number, so further results of a document are omitted instead of moved to the end. */
  readonly perDocument: { readonly max: number; readonly isStrict: boolean }
  /** Half-life in days. */
  readonly recency: number | undefined
}

/**
 * Validates the options of a search and fills in defaults.
 * @throws MemoryError `OPTION_INVALID`; FusionError `FUSION_UNKNOWN_STRATEGY`
 */
export function resolveSearchOptions(options: SearchOptions): SearchSettings {
  assertInRange(options)
  const plain = fillIn(options)
  const { perDocument, recency } = options
  const defaultThreshold = options.strict ? searchDefaults.strictThreshold : searchDefaults.threshold
  return {
    ...plain,
    candidates: countCandidates(options, plain.limit),
    threshold: options.threshold ?? defaultThreshold,
    ...resolveFusion(options),
    perDocument: {
      max: perDocument === 0 ? Infinity : (perDocument ?? searchDefaults.perDocument),
      isStrict: perDocument !== undefined,
    },
    recency,
  }
}

function fillIn(options: SearchOptions): PlainSettings {
  const given = Object.entries(options).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(plainDefaults, name),
  )
  return { ...plainDefaults, ...Object.fromEntries(given) }
}

function assertInRange(options: SearchOptions): void {
  for (const [name, range] of Object.entries(searchRanges)) {
    const value = options[name as keyof typeof searchRanges]
    if (value !== undefined && !isInRange(value, range))
      throw invalidOption(`${name} is ${value}; it must be ${describeRange(range)}.`)
  }
}

function isInRange(value: number, { min, isAbove, max = Infinity, isWhole }: SearchRange): boolean {
  const isInside = (isAbove ? value > min : value >= min) && value <= max
  return isInside && Number.isFinite(value) && (!isWhole || Number.isInteger(value))
}

function describeRange({ min, isAbove, max, isWhole }: SearchRange): string {
  const noun = isWhole ? 'a whole number' : 'a number'
  if (max !== undefined) return `${noun} from ${min} to ${max}`
  return isAbove ? `${noun} above ${min}` : `${noun}, ${min} or more`
}

/** The given strategy, or the one that the weights or the rank constant imply, with its weights. */
function resolveFusion(options: SearchOptions) {
  const { fusion, rrfK: k, rrfNormalize: normalize, textNormalization } = options
  const normalization = textNormalization && { keyword: textNormalization }
  const fusionOptions = { k, normalize, normalization }
  if (typeof fusion === 'function') {
    const weights = weightsOf(options, { vector: 1, keyword: 1 })
    return { strategy: fusion, strategyName: 'custom', fusionOptions, weights, weighNames: false }
  }
  const implied = k === undefined ? defaultStrategyName : 'rrf'
  const strategyName = fusion ?? (hasWeights(options) ? 'weighted' : implied)
  const { strategy, defaultWeights, normalization: defaultNormalization } = findStrategy(strategyName)
  if (normalization && !defaultNormalization) {
    throw invalidOption(
      `textNormalization has no effect on the strategy ${strategyName}. Leave it out, or choose a strategy such as weighted.`,
    )
  }
  const weighNames = strategyName === defaultStrategyName && !hasWeights(options)
  return { strategy, strategyName, fusionOptions, weights: weightsOf(options, defaultWeights), weighNames }
}

function hasWeights({ vectorWeight, textWeight, textNormalization }: SearchOptions): boolean {
  return [vectorWeight, textWeight, textNormalization].some((given) => given !== undefined)
}

/** The default weights, overridden by those that are set. */
function weightsOf(
  { vectorWeight, textWeight, weights: additional = {} }: SearchOptions,
  defaults: SearchSettings['weights'],
): SearchSettings['weights'] {
  const named: Readonly<Record<string, number | undefined>> = {
    vector: vectorWeight,
    keyword: textWeight,
    ...additional,
  }
  const given = Object.entries(named).flatMap(([name, weight]) =>
    weight === undefined ? [] : [[name, weight] as const],
  )
  const invalid = given.find(([, weight]) => !(weight >= 0 && weight < Infinity))
  if (invalid)
    throw invalidOption(`The weight of ${invalid[0]} is ${invalid[1]}; it must be a number, 0 or more.`)
  const weights = { ...defaults, ...Object.fromEntries(given) }
  if (Object.values(weights).some((weight) => weight > 0)) return weights
  throw invalidOption('All weights are 0, so no retriever can search. Set at least one weight above 0.')
}

function countCandidates({ candidates, candidateMultiplier }: SearchOptions, limit: number): number {
  if (candidates !== undefined) return Math.ceil(candidates)
  if (candidateMultiplier) return Math.ceil(limit * candidateMultiplier)
  return searchDefaults.candidates
}
