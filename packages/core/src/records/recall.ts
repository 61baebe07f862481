import { parseFilter, matches } from '@recallite/store/filter'
import {
  checkName,
  distanceTo,
  isExpired,
  type RecordStore,
  type MemoryRecord,
} from '@recallite/store/records'
import { allOf, foldLine, type SearchFilter } from '@recallite/store'
import { invalidOption } from '../errors.js'
import { withParents } from '../indexer/note-metadata.js'
import type { SearchResult } from '../search/answer.js'
import { type CosineScale, noWords } from '../search/confidence.js'
import type { SearchSource } from '../search/run-stages.js'
import { search } from '../search/search.js'
import { type SearchOptions, searchDefaults } from '../search/search-options.js'
import { orderRecords, type AdjustedRecord } from './adjust-records.js'
import { holdsSuperseded, rootsOf } from './index-records.js'
import { rankingOptionsOf, weightsOf } from './rank-records.js'
import type { RecallAnswer, RecallOptions, RecallResult } from './record-memory.js'

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
  const now = options.at ?? source.now()
  if (isReplay(query, options)) return replay(query, { records, now }, options)
  const order = orderRecords(records, now, options)
  const { chunks } = await source.store.readCounts({})
  const adjustScale = (scale: CosineScale) => scaleOfRecords(scale, chunks)
  const ordered = { ...source, now: () => now, order, adjustScale }
  const found = await search(query, ordered, await searchOptionsOf(options, source))
  const { results, understood: _, found: __, ...answer } = found
  return {
    ...answer,
    results: results.flatMap((result) => {
      const adjusted = order.adjusted.get(result.path)
      return adjusted ? [toResult(result, adjusted)] : []
    }),
    isReplay: false,
  }
}

/** Of fewer records than this, how near they are to each other says nothing. */
const fewRecords = 200

/**
 * Records are short, and the more there are, the nearer is one of them to whatever is asked: the doubt is 1 + 0.4·ln(n/100) for n
 * records, at most 1. The figures are in `decisions/confidence.md`.
 */
function scaleOfRecords(scale: CosineScale, count: number): CosineScale {
  const doubt = Math.min(1, 1 + 0.4 * Math.log(Math.max(1, count) / 100))
  return { ...scale, doubt, neighbours: count < fewRecords ? scale.related : scale.neighbours }
}

/** A record whose place has to be known is found by its place, not by its words alone: more candidates are ordered. */
const candidatesToOrder = 400

async function searchOptionsOf(options: RecallOptions, { store }: SearchSource): Promise<SearchOptions> {
  const { spatial, decay, boost, signal } = options
  const isOrdered = [spatial, decay, boost].some((order) => order !== undefined)
  return {
    conditions: allOf(await rootsOfRecall(options, store), fieldConditions(options)),
    ...rankingOptionsOf(options),
    signal,
    candidates: isOrdered ? candidatesToOrder : undefined,
  }
}

function fieldConditions(options: RecallOptions): SearchFilter | undefined {
  const { session, minConfidence = 0, filter, tags } = options
  const atLeast = { operator: '>=', value: String(minConfidence) } as const
  const ofJson = allOf(
    filter === undefined ? undefined : parseFilter(filter, { under: ['context'] }),
    session === undefined ? undefined : parseFilter({ session: checkName(session, 'session') }),
  )
  return allOf(
    minConfidence > 0 ? { kind: 'field', keys: ['confidence'], test: atLeast } : undefined,
    tags && { kind: 'field', keys: ['tags'], test: { operator: '=', values: tags } },
    ofJson,
  )
}

/** A collection of which nothing is remembered is empty, and no mistake as a root would be that is not known. */
async function rootsOfRecall(
  { collection, includeSuperseded = false }: RecallOptions,
  store: SearchSource['store'],
): Promise<SearchFilter | undefined> {
  const known = (await store.listRoots()).map(({ name }) => name)
  const wanted = collection === undefined ? known : rootsOf(checkName(collection, 'collection'))
  const names = known.filter((name) => wanted.includes(name) && (includeSuperseded || !holdsSuperseded(name)))
  return names.length === known.length ? undefined : { kind: 'root', names }
}

function assertOptions({ minConfidence = 0, limit = 1, mode = 'hybrid', spatial }: RecallOptions): void {
  if (!Object.hasOwn(weightsOf, mode))
    throw invalidOption(`mode is ${JSON.stringify(mode)}; there are ${Object.keys(weightsOf).join(', ')}.`)
  assertWithin('minConfidence', minConfidence, [0, 1])
  assertWithin('limit', limit, [1, 100])
  if (!Number.isInteger(limit)) throw invalidOption(`limit is ${limit}; it must be a whole number.`)
  if (!spatial) return
  // The position is checked before anything is searched.
  distanceTo(spatial, {})
  assertWithin('maxDistance', spatial.maxDistance ?? 0, [0, Infinity])
}

function assertWithin(name: string, value: number, [least, most]: readonly [number, number]): void {
  if (value >= least && value <= most) return
  throw invalidOption(`${name} is ${value}; it must be from ${least} to ${most}.`)
}

function toResult(result: SearchResult, { record, score, adjustments }: AdjustedRecord): RecallResult {
  const { snippet, fusedScore, confidence, weak, confidenceInputs, contributions, adjustment } = result
  const shown = { snippet, fusedScore, confidence, weak, confidenceInputs, contributions, adjustment }
  return { record, score, adjustments, matches: result.matches, ...shown }
}

/** Whether a query asks for a whole session. */
function isReplay(query: string, { session }: RecallOptions): boolean {
  return session !== undefined && ['', '*'].includes(query.trim())
}

/**
 * Replays a session: its records in the order of time, as far as they fit the options. Nothing is scored.
 * @throws FilterError; RecordError; the signal's reason
 */
async function replay(
  query: string,
  { records, now }: { readonly records: Pick<RecordStore, 'list'>; readonly now: number },
  options: RecallOptions,
): Promise<RecallAnswer> {
  const start = performance.now()
  const { collection, session, limit = searchDefaults.limit, includeSuperseded } = options
  const fits = createTest(options, now)
  const status = includeSuperseded ? undefined : ('active' as const)
  const shown: MemoryRecord[] = []
  for (let after: string | undefined, isOver = false; !isOver && shown.length < limit;) {
    options.signal?.throwIfAborted()
    const page = await records.list({ collection, session, status, after })
    shown.push(...page.records.filter(fits))
    after = page.next ?? undefined
    isOver = after === undefined
  }
  const results = shown.slice(0, limit).map((record) => ({ record, ...unscored, snippet: record.content }))
  const timings = { ...untimed, total: performance.now() - start }
  return { query, ...noRetrieval, results, isReplay: true, timings, explanation: null }
}

function createTest({ filter, minConfidence = 0, tags }: RecallOptions, now: number) {
  const inContext = filter === undefined ? undefined : parseFilter(filter)
  const wanted = tags && new Set(tags.map(foldLine))
  const isTagged = (own: readonly string[]) =>
    wanted === undefined || withParents(own).some((tag) => wanted.has(foldLine(tag)))
  return (record: MemoryRecord): boolean => {
    const { confidence, context } = record
    if (confidence < minConfidence || isExpired(record, now) || !isTagged(record.tags)) return false
    return inContext === undefined || matches(inContext, context)
  }
}

const untimed = { sync: 0, keyword: 0, vector: 0, embed: 0, rank: 0 }

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
  retrievers: { keyword: 'off', vector: 'off' },
  provider: null,
  model: null,
  corrections: [],
  time: null,
  degraded: [],
  confidence: 1,
  abstained: false,
  heldBack: 0,
} satisfies Partial<RecallAnswer>
