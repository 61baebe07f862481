import { matches, parseFilter, type Filter } from '@recallite/filter'
import { checkName, distanceTo, type RecordStore } from '@recallite/records'
import type { SearchCondition } from '@recallite/store'
import { invalidOption } from '../errors.js'
import type { SearchResult } from '../search/answer.js'
import type { SearchSource } from '../search/run-stages.js'
import { search } from '../search/search.js'
import { searchDefaults, type SearchOptions } from '../search/search-options.js'
import { orderRecords, type AdjustedRecord } from './adjust-records.js'
import { rootOf } from './index-records.js'
import type { RecallAnswer, RecallMode, RecallOptions, RecallResult } from './record-memory.js'

/** What a recall works with. */
export interface RecallSource {
  readonly records: RecordStore
  readonly source: SearchSource
}

/**
 * Recalls records by the stages of a search: the filter narrows both retrievers, the stage `adjust` orders what was found.
 * @throws MemoryError `QUERY_EMPTY`, `OPTION_INVALID`; FilterError; RecordError
 */
export async function recall(
  query: string,
  { records, source }: RecallSource,
  options: RecallOptions,
): Promise<RecallAnswer> {
  assertOptions(options)
  if (isReplay(query, options)) return replay(query, records, options)
  const now = options.at ?? source.now()
  const order = orderRecords({ records, index: source.store, now }, options)
  const { results, timings, explanation, understood: _, found: __, ...answer } = await search(
    query,
    { ...source, now: () => now, adjust: order.adjust },
    searchOptionsOf(options),
  )
  return {
    ...answer,
    results: results.flatMap((result) => {
      const adjusted = order.adjusted.get(result.path)
      return adjusted ? [toResult(result, adjusted)] : []
    }),
    isReplay: false,
    timings: { total: timings.total },
    explanation,
  }
}

/** A record whose place has to be known is found by its place, not by its words alone: more candidates are ordered. */
const candidatesToOrder = 400

const weightsOf: Readonly<Record<RecallMode, Pick<SearchOptions, 'vectorWeight' | 'textWeight'>>> = {
  hybrid: {},
  keyword: { vectorWeight: 0 },
  vector: { textWeight: 0 },
}

function searchOptionsOf(options: RecallOptions): SearchOptions {
  const { limit, mode = 'hybrid', threshold, spatial, decay, boost, signal } = options
  const isOrdered = [spatial, decay, boost].some((order) => order !== undefined)
  return {
    conditions: conditionsOf(options),
    limit,
    threshold,
    signal,
    fusion: 'calibrated',
    ...weightsOf[mode],
    candidates: isOrdered ? candidatesToOrder : undefined,
    perDocument: 1,
    // A record repeats another one only if the user asked for that.
    mergeDuplicates: false,
  }
}

function conditionsOf(options: RecallOptions): SearchCondition[] {
  const { collection, session, minConfidence = 0, filter, includeSuperseded = false } = options
  const own = {
    ...(session !== undefined && { session: checkName(session, 'session') }),
    ...(minConfidence > 0 && { confidence: { $gte: minConfidence } }),
    ...(!includeSuperseded && { status: 'active' }),
  }
  return [
    ...(collection === undefined
      ? []
      : [{ kind: 'root', names: [rootOf(checkName(collection, 'collection'))] } as const]),
    { kind: 'metadata', filter: parseFilter(own) },
    ...(filter === undefined ? [] : [inContext(parseFilter(filter))]),
  ]
}

function inContext(filter: Filter): SearchCondition {
  return { kind: 'metadata', key: 'context', filter }
}

function assertOptions({ minConfidence = 0, limit = searchDefaults.limit, spatial }: RecallOptions): void {
  if (!(minConfidence >= 0 && minConfidence <= 1)) {
    throw invalidOption(`minConfidence is ${minConfidence}; it must be from 0 to 1.`)
  }
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= 100)) {
    throw invalidOption(`limit is ${limit}; it must be a whole number from 1 to 100.`)
  }
  if (!spatial) return
  // The position is checked before anything is searched.
  distanceTo(spatial, {})
  if (!(spatial.maxDistance === undefined || spatial.maxDistance >= 0)) {
    throw invalidOption(`maxDistance is ${spatial.maxDistance}; it must be 0 or more.`)
  }
}

function toResult(result: SearchResult, { record, score, adjustments }: AdjustedRecord): RecallResult {
  const { snippet, matches, fusedScore, confidence, weak, confidenceInputs, contributions } = result
  const shown = { snippet, matches, fusedScore, confidence, weak, confidenceInputs, contributions }
  return { record, score, adjustments, ...shown }
}

function isReplay(query: string, { session }: RecallOptions): boolean {
  return session !== undefined && ['', '*'].includes(query.trim())
}

/** The records of a session in the order of time; conditions on their context hold as in a recall. */
async function replay(query: string, records: RecordStore, options: RecallOptions): Promise<RecallAnswer> {
  const start = performance.now()
  const { collection, session, limit = searchDefaults.limit, minConfidence = 0, includeSuperseded } = options
  const filter = options.filter === undefined ? undefined : parseFilter(options.filter)
  const status = includeSuperseded ? undefined : ('active' as const)
  const shown: RecallResult[] = []
  let after: string | undefined
  do {
    options.signal?.throwIfAborted()
    const page = await records.list({ collection, session, status, after })
    for (const record of page.records) {
      if (record.confidence < minConfidence || (filter && !matches(filter, record.context))) continue
      shown.push({ record, ...unscored, snippet: record.content })
    }
    after = page.next ?? undefined
  } while (after !== undefined && shown.length < limit)
  return {
    query,
    ...noRetrieval,
    results: shown.slice(0, limit),
    isReplay: true,
    timings: { total: performance.now() - start },
    explanation: null,
  }
}

const unscored = {
  matches: [],
  fusedScore: 0,
  score: 0,
  confidence: 1,
  weak: false,
  confidenceInputs: { cosine: null, coverage: 0 },
  contributions: [],
  adjustments: { confidence: 1, boost: 1, decay: 1, distance: null },
} satisfies Partial<RecallResult>

const noRetrieval = {
  mode: 'none',
  retrievers: { keyword: 'off', vector: 'off' },
  provider: null,
  model: null,
  corrections: [],
  degraded: [],
  confidence: 1,
  abstained: false,
  heldBack: 0,
} satisfies Partial<RecallAnswer>

