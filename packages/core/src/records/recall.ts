import { parseFilter, matches } from '@recallite/store/filter'
import { checkName, distanceTo, type RecordStore, type MemoryRecord } from '@recallite/store/records'
import { allOf, foldLine, type SearchFilter } from '@recallite/store'
import { invalidOption } from '../errors.js'
import { withParents } from '../indexer/note-metadata.js'
import type { SearchResult } from '../search/answer.js'
import { noWords } from '../search/confidence.js'
import type { SearchSource } from '../search/run-stages.js'
import { search } from '../search/search.js'
import { resolveSearchOptions, searchDefaults, type SearchSettings } from '../search/search-options.js'
import type { SearchedKind } from '../search/searched-kind.js'
import type { DiverseItem } from '../search/stages/diversify.js'
import { currentFilter, currentRecords, type CurrentOptions, readTimes } from './current-records.js'
import { rootOf } from './index-records.js'
import { linksFrom } from './record-links.js'
import { orderRecords, type OrderRecords } from './order-records.js'
import { rankingOptionsOf, weightsOf } from './rank-records.js'
import type { RecallAnswer, RecallOptions, RecallResult } from './record-memory.js'

/** The stores and models of a recall. */
export interface RecallSource {
  readonly records: RecordStore
  /** Its store is the index of records. */
  readonly source: SearchSource
}

/** The records as a kind of a search. */
export interface SearchedRecords extends Pick<OrderRecords, 'adjustmentsOf'> {
  readonly searched: SearchedKind
}

/**
 * The records as a kind of a search with these options.
 * @param settings default: from the options
 * @throws MemoryError `OPTION_INVALID`; FilterError; RecordError
 */
export async function searchedRecords(
  { records, source }: RecallSource,
  given: RecallOptions,
  settings?: SearchSettings,
): Promise<SearchedRecords> {
  assertOptions(given)
  const options = readTimes(given, source.now())
  const { order, adjustmentsOf } = orderRecords(records, options)
  const { store } = source
  const { candidates, ...others } = settings ?? resolveSearchOptions(rankingOptionsOf(options))
  const isReordered = [options.spatial, options.decay, options.boost].some((option) => option !== undefined)
  const searched = {
    kind: 'record' as const,
    store,
    filters: { conditions: await conditionsOf(options, store) },
    settings: { ...others, candidates: isReordered ? candidatesToOrder : candidates },
    now: options.at,
    order,
  }
  return { searched, adjustmentsOf }
}

/**
 * Recalls records by the stages of a search.
 * @throws MemoryError `QUERY_EMPTY`, `QUERY_COMMON`, `OPTION_INVALID`; FilterError; RecordError
 */
export async function recall(
  query: string,
  from: RecallSource,
  options: RecallOptions,
): Promise<RecallAnswer> {
  const { records, source } = from
  assertOptions(options)
  if (isReplay(query, options)) return replay(query, from, options)
  const { searched } = await searchedRecords({ records, source }, options)
  const { signal } = options
  const { answer, trace } = await search({ text: query, kinds: [searched], options: { signal } }, source)
  const { results, understood: _, found: __, ...others } = answer
  const items = trace.decision.ranking
  return {
    ...others,
    results: results.flatMap((result, index) => toResult(result, items[index])),
    isReplay: false,
  }
}

/** Location, decay and boosts reorder results, so more candidates are fetched. */
const candidatesToOrder = 400

/** An unknown collection is empty; an unknown root is an error. */
async function conditionsOf(
  options: RecallOptions & CurrentOptions,
  store: SearchSource['store'],
): Promise<SearchFilter | undefined> {
  const { collection } = options
  const root = collection === undefined ? undefined : rootOf(checkName(collection, 'collection'))
  const roots = root === undefined ? [] : (await store.listRoots()).filter(({ name }) => name === root)
  return allOf(
    root === undefined ? undefined : { kind: 'root', names: roots.map(({ name }) => name) },
    currentFilter(options),
    fieldConditions(options),
  )
}

function fieldConditions(options: RecallOptions): SearchFilter | undefined {
  const { session, minConfidence = 0, filter, tags } = options
  const atLeast = { operator: '>=', value: String(minConfidence) } as const
  return allOf(
    minConfidence > 0 ? { kind: 'field', keys: ['confidence'], test: atLeast } : undefined,
    tags && { kind: 'field', keys: ['tags'], test: { operator: '=', values: tags } },
    filter === undefined ? undefined : parseFilter(filter, { under: ['context'] }),
    session === undefined ? undefined : parseFilter({ session: checkName(session, 'session') }),
  )
}

function assertOptions({ minConfidence = 0, limit = 1, mode = 'hybrid', spatial }: RecallOptions): void {
  if (!Object.hasOwn(weightsOf, mode))
    throw invalidOption(`mode is ${JSON.stringify(mode)}; use one of ${Object.keys(weightsOf).join(', ')}.`)
  assertWithin('minConfidence', minConfidence, [0, 1])
  assertWithin('limit', limit, [1, 100])
  if (!Number.isInteger(limit)) throw invalidOption(`limit is ${limit}; it must be a whole number.`)
  if (!spatial) return
  // Validates the position.
  distanceTo(spatial, {})
  assertWithin('maxDistance', spatial.maxDistance ?? 0, [0, Infinity])
}

function assertWithin(name: string, value: number, [min, max]: readonly [number, number]): void {
  if (value >= min && value <= max) return
  throw invalidOption(`${name} is ${value}; it must be from ${min} to ${max}.`)
}

function toResult(result: SearchResult, item: DiverseItem | undefined): RecallResult[] {
  if (!item?.record || !item.order) return []
  const { snippet, matches: ranges, adjustment, fusedScore, confidence, weak, ...others } = result
  const { confidenceInputs, contributions } = others
  const found = { snippet, matches: ranges, fusedScore, confidence, weak, confidenceInputs, contributions }
  return [{ record: item.record, ...item.order, ...found, adjustment, ...linksFrom(others) }]
}

function isReplay(query: string, { session }: RecallOptions): boolean {
  return session !== undefined && ['', '*'].includes(query.trim())
}

/**
 * Replays a session: its matching records in chronological order, without scores.
 * @throws FilterError; RecordError; the signal's reason
 */
async function replay(
  query: string,
  { records, source }: RecallSource,
  given: RecallOptions,
): Promise<RecallAnswer> {
  const start = performance.now()
  const options = readTimes(given, source.now())
  const { collection, session, limit = searchDefaults.limit, includeSuperseded, asOf } = options
  const fits = createTest(options)
  const status = includeSuperseded || asOf !== undefined ? undefined : ('active' as const)
  const found: MemoryRecord[] = []
  let after: string | undefined
  do {
    options.signal?.throwIfAborted()
    const page = await records.list({ collection, session, status, after })
    found.push(...(await currentRecords(page.records.filter(fits), records, options)))
    after = page.next ?? undefined
  } while (after !== undefined && found.length < limit)
  const results = found.slice(0, limit).map((record) => ({ record, ...unscored, snippet: record.content }))
  const timings = { sync: 0, retrievers: {}, embed: 0, rank: 0, total: performance.now() - start }
  const retrievers = Object.fromEntries(source.retrievers.map(({ name }) => [name, 'off' as const]))
  return { query, ...noRetrieval, retrievers, results, isReplay: true, timings, explanation: null }
}

function createTest({ filter, minConfidence = 0, tags }: RecallOptions) {
  const inContext = filter === undefined ? undefined : parseFilter(filter)
  const requiredTags = tags && new Set(tags.map(foldLine))
  const isTagged = (recordTags: readonly string[]) =>
    requiredTags === undefined || withParents(recordTags).some((tag) => requiredTags.has(foldLine(tag)))
  return (record: MemoryRecord): boolean => {
    const { confidence, context } = record
    if (confidence < minConfidence || !isTagged(record.tags)) return false
    return inContext === undefined || matches(inContext, context)
  }
}

const unscored = {
  matches: [],
  fusedScore: 0,
  score: 1,
  confidence: 1,
  weak: false,
  confidenceInputs: { cosine: null, ...noWords },
  contributions: [],
  adjustments: { confidence: 1, boost: 1, decay: 1, distance: null },
} satisfies Partial<RecallResult>

const noRetrieval = {
  mode: 'none',
  provider: null,
  model: null,
  unmatched: null,
  corrections: [],
  time: null,
  degraded: [],
  confidence: 1,
  abstained: false,
  heldBack: 0,
} satisfies Partial<RecallAnswer>
