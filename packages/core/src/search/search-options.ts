import {
  defaultStrategyName,
  findStrategy,
  type FusionOptions,
  type Normalization,
  type FusionStrategy,
} from '@recallite/fusion'
import { invalidOption } from '../errors.js'
import type { FilterOptions } from './filter/resolve-filter.js'
import { searchRanges, type SearchRange } from '../search-ranges.js'
import type { ThresholdOn } from './answer.js'
import type { ParsedQuery } from '@recallite/keyword'

/** The defaults of a search. */
export const searchDefaults = {
  limit: 10,
  /** If no result has this confidence, the search abstains. */
  threshold: 0.11,
  /** The threshold of a strict search. */
  strictThreshold: 0.25,
  /** Candidates per retriever. More gave no better results on 23 collections, and a fixed number keeps results stable. */
  candidates: 100,
  perDocument: 2,
  /** How many of the first results of the fused ranking a reranker scores. */
  rerankCandidates: 20,
  /** How long a reranker may score, in milliseconds. The time to load its model belongs to the query's deadline instead. */
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

/** Whether an option limits the search to some of the files. None of these options applies to records. */
export function isNarrowed(options: FilterOptions): boolean {
  return narrowing.some((name) => options[name] !== undefined)
}

/** The options that narrow a search. */
export function filtersOf(options: FilterOptions): FilterOptions {
  return Object.fromEntries(
    narrowing.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  )
}

/** Which candidates may be results: `any` that a retriever found, or only those that `all` retrievers found, if several were asked. */
export type MatchMode = 'any' | 'all'

/** Parses the text of a query; by default `parseQuery` of `@recallite/keyword`. */
export type QueryParser = (text: string, options: { readonly languages: readonly string[] }) => ParsedQuery

/** The options of a search. */
export interface SearchOptions extends FilterOptions {
  /** What is searched: `file`, `record` or both. Default: both, or only files where an option narrows these. */
  readonly kinds?: readonly ('file' | 'record')[] | undefined
  /** Results wanted, a whole number from 1 to 100; default 10. */
  readonly limit?: number | undefined
  /**
   * If no result has at least this confidence, the search abstains: it has no results. Otherwise results with less
   * confidence are marked `weak`. Default 0.11, or 0.25 if `strict`.
   */
  readonly threshold?: number | undefined
  /** Whether the default threshold is higher, so that more queries without an answer have no results; default false. */
  readonly strict?: boolean | undefined
  /** Default `confidence`; with `fused`, each result whose fused score is below the threshold is left out. */
  readonly thresholdOn?: ThresholdOn | undefined
  /**
   * The name of a fusion strategy, or a strategy of your own, for which each weight is 1 unless it is set; default
   * `calibrated`, or `weighted` if a weight is set.
   */
  readonly fusion?: string | FusionStrategy | undefined
  /** Default `any`. */
  readonly matchMode?: MatchMode | undefined
  /** From 0; 0 switches the retriever off. */
  readonly vectorWeight?: number | undefined
  /** Of the keyword retriever; from 0; 0 switches it off. */
  readonly textWeight?: number | undefined
  /** The weights of additional retrievers by name, from 0; with 0 a retriever only adds candidates. Default: each has its own. */
  readonly weights?: Readonly<Record<string, number>> | undefined
  /** Rank constant of `rrf` and `rrf-compressed`, above 0; setting it selects `rrf` unless a fusion is named. */
  readonly rrfK?: number | undefined
  /** Whether `rrf` divides its scores by the best possible one; default false. */
  readonly rrfNormalize?: boolean | undefined
  /** Candidates per retriever as a multiple of the limit, from 1 to 100; default: 100 candidates, so that a larger limit only adds results. */
  readonly candidateMultiplier?: number | undefined
  /** Candidates per retriever, whatever the limit, from 1 to 10,000; wins over `candidateMultiplier`. */
  readonly candidates?: number | undefined
  /**
   * The maximum number of results of one document, a whole number; 0: any number. Default: 2; if this gives fewer results than the
   * limit, further results of these documents follow at the end.
   */
  readonly perDocument?: number | undefined
  /**
   * Whether a chunk that repeats a better one becomes a duplicate of the better one instead of a result, and whether all chunks of
   * nothing but links, except the best of them, come behind other chunks; default true.
   */
  readonly mergeDuplicates?: boolean | undefined
  /**
   * Half-life in days, above 0: recent documents rise, by three positions at most. Default: a document's date does not count.
   */
  readonly recency?: number | undefined
  /** Whether items of a time that the query names ("last week") are preferred; default true. */
  readonly time?: boolean | undefined
  /** Whether every candidate is scored on both retrievers before fusion; default true. */
  readonly completeScores?: boolean | undefined
  /** Whether terms that no chunk contains are corrected if nothing answers the query as typed; default true. */
  readonly correctSpelling?: boolean | undefined
  /** Whether the first results are reranked if the memory has a reranker; default true. */
  readonly rerank?: boolean | undefined
  /** How many results are reranked, the first ones, from 1 to 100; default 20. */
  readonly rerankCandidates?: number | undefined
  /** How long the reranker may take for its scores, in milliseconds; the order stays as it is without them. Default 2,000. */
  readonly rerankDeadline?: number | undefined
  /** Parses the query; default `parseQuery` of `@recallite/keyword`. */
  readonly parseQuery?: QueryParser | undefined
  /** How keyword scores are normalised; default: as the strategy does. If no fusion is named, this option selects `weighted`. */
  readonly textNormalization?: Normalization | undefined
  /** Aborting it rejects the search with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** The defaults of the options that become search settings unchanged. */
const plainDefaults = {
  limit: searchDefaults.limit,
  thresholdOn: 'confidence',
  matchMode: 'any',
  mergeDuplicates: true,
  time: true,
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
  /** `custom` for a function of the caller's. */
  readonly strategyName: string
  readonly fusionOptions: FusionOptions
  /** By retriever; one that is missing has its own. */
  readonly weights: Readonly<Record<string, number>>
  /** Whether the keyword weight grows with the share of names in the query; only if the caller sets neither strategy nor weights. */
  readonly weighNames: boolean
  /** `isStrict`: the caller set the number, so further results of a document are dropped instead of moved after those of others. */
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
  const usualThreshold = options.strict ? searchDefaults.strictThreshold : searchDefaults.threshold
  return {
    ...plain,
    candidates: countCandidates(options, plain.limit),
    threshold: options.threshold ?? usualThreshold,
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

function isInRange(value: number, { least, isAbove, most = Infinity, isWhole }: SearchRange): boolean {
  const isInside = (isAbove ? value > least : value >= least) && value <= most
  return isInside && Number.isFinite(value) && (!isWhole || Number.isInteger(value))
}

function describeRange({ least, isAbove, most, isWhole }: SearchRange): string {
  const noun = isWhole ? 'a whole number' : 'a number'
  if (most !== undefined) return `${noun} from ${least} to ${most}`
  return isAbove ? `${noun} above ${least}` : `${noun}, ${least} or more`
}

/** The strategy that is given or named, or else the one that the weights or the rank constant imply, with its weights. */
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
  const { strategy, defaultWeights, normalization: usual } = findStrategy(strategyName)
  if (normalization && !usual) {
    throw invalidOption(
      `textNormalization is for strategies that normalise by name, such as weighted; ${strategyName} does not.`,
    )
  }
  const weighNames = strategyName === defaultStrategyName && !hasWeights(options)
  return { strategy, strategyName, fusionOptions, weights: weightsOf(options, defaultWeights), weighNames }
}

function hasWeights({ vectorWeight, textWeight, textNormalization }: SearchOptions): boolean {
  return [vectorWeight, textWeight, textNormalization].some((given) => given !== undefined)
}

/** The weights of the strategy, those that replace them, and those of additional retrievers. */
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
  throw invalidOption('All weights are 0, so nothing would be searched. Give a retriever a weight.')
}

/** Candidates per retriever: as given, or a multiple of the limit, or a number that does not depend on the limit. */
function countCandidates({ candidates, candidateMultiplier }: SearchOptions, limit: number): number {
  if (candidates !== undefined) return Math.ceil(candidates)
  if (candidateMultiplier) return Math.ceil(limit * candidateMultiplier)
  return searchDefaults.candidates
}
