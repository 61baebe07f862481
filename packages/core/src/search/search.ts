import { performance } from 'node:perf_hooks'
import { snippet } from '@recallite/analysis'
import type { Fused } from '@recallite/fusion'
import type { Store, StoredChunk } from '@recallite/store'
import { MemoryError } from '../errors.js'
import type { RetrieverName, RetrieverState, SearchAnswer, SearchResult } from './answer.js'
import { completeScores, rankedLists, type CompleteScores } from './complete-scores.js'
import { evidenceOf } from './evidence.js'
import { readQuestion, retrieveByKeyword, type KeywordReading } from './keyword-retriever.js'
import type { Retrieval } from './retrieval.js'
import { settleSearch, type SearchOptions, type SearchSettings } from './search-options.js'
import { retrieveByVector, type VectorRetrieval, type VectorSource } from './vector-retriever.js'

interface Candidate {
  readonly fused: Fused
  readonly evidence: number
}

interface Retrievals {
  readonly keyword: Retrieval
  readonly vector: VectorRetrieval
}

function modeOf(keyword: RetrieverState, vector: RetrieverState): SearchAnswer['mode'] {
  if (keyword === 'ok') return vector === 'ok' ? 'hybrid' : 'keyword'
  return vector === 'ok' ? 'vector' : 'none'
}

function rank(retrievals: Retrievals, scores: CompleteScores, settings: SearchSettings): Candidate[] {
  const lists = rankedLists(retrievals, scores, settings)
  return settings
    .strategy(lists, settings.fusionOptions)
    .map((fused) => ({
      fused,
      evidence: evidenceOf(scores.cosine.get(fused.id), scores.keyword.get(fused.id)?.matched ?? 0),
    }))
    .filter(({ fused, evidence }) => {
      const measure = settings.minScoreOn === 'fused' ? fused.score : evidence
      return measure >= settings.minScore
    })
}

interface Found extends Candidate {
  readonly chunk: StoredChunk
}

/** The candidates' chunks, as far as they are still there: another process may have removed one. */
async function readFound(store: Store, candidates: readonly Candidate[]): Promise<Found[]> {
  const chunks = await store.readChunks(candidates.map(({ fused }) => fused.id))
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  return candidates.flatMap((candidate) => {
    const chunk = byId.get(candidate.fused.id)
    return chunk ? [{ ...candidate, chunk }] : []
  })
}

/** The first of each document, as many as wanted of one. */
function firstOfEach(found: readonly Found[], most: number): Found[] {
  const counts = new Map<string, number>()
  return found.filter(({ chunk: { root, path } }) => {
    const document = `${root}:${path}`
    const count = (counts.get(document) ?? 0) + 1
    counts.set(document, count)
    return count <= most
  })
}

async function selectFound(
  store: Store,
  candidates: readonly Candidate[],
  { limit, resultsPerDocument }: SearchSettings,
): Promise<Found[]> {
  if (resultsPerDocument === undefined) return readFound(store, candidates.slice(0, limit))
  return firstOfEach(await readFound(store, candidates), resultsPerDocument).slice(0, limit)
}

function toResult({ fused, evidence, chunk }: Found, terms: KeywordReading['terms']): SearchResult {
  const { title: _, text, ...place } = chunk
  const { score, contributions } = fused
  return { ...place, text, snippet: snippet(text, terms), score, evidence, contributions }
}

async function refuseUnknownRoots(store: Store, wanted: readonly string[] | undefined): Promise<void> {
  if (!wanted) return
  const known = (await store.listRoots()).map(({ name }) => name)
  const unknown = wanted.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const choice = known.length > 0 ? `There are: ${known.join(', ')}.` : 'Nothing is indexed yet.'
  throw new MemoryError('ROOT_UNKNOWN', `There is no root named ${unknown.join(', ')}. ${choice}`)
}

/**
 * Answers a query by both retrievers at once, each shielded from the other's failure.
 * @throws MemoryError `QUERY_EMPTY`, `OPTION_INVALID`, `ROOT_UNKNOWN`; FusionError for an unknown fusion
 */
export async function search(
  query: string,
  source: VectorSource,
  options: SearchOptions,
): Promise<Omit<SearchAnswer, 'stale'> & { readonly found: Readonly<Record<RetrieverName, number>> }> {
  if (query.trim() === '')
    throw new MemoryError('QUERY_EMPTY', 'The query is empty. Give a word or a question.')
  const settings = settleSearch(options)
  await refuseUnknownRoots(source.store, settings.roots)
  options.signal?.throwIfAborted()
  const start = performance.now()
  const reading = readQuestion(query, settings)
  const [vector, keyword] = await Promise.all([
    retrieveByVector(query, { ...source, signal: options.signal }, settings),
    retrieveByKeyword(source.store, reading, settings),
  ])
  const ranking = performance.now()
  const scores = await completeScores(source.store, reading, { keyword, vector })
  const candidates = rank({ keyword, vector }, scores, settings)
  const selected = await selectFound(source.store, candidates, settings)
  const results = selected.map((each) => toResult(each, reading.terms))
  const end = performance.now()
  return {
    query,
    mode: modeOf(keyword.state, vector.state),
    retrievers: { keyword: keyword.state, vector: vector.state },
    provider: vector.queryVector?.space.provider ?? null,
    model: vector.queryVector?.space.model ?? null,
    degraded: [
      ...keyword.reasons.map((reason) => ({ retriever: 'keyword' as const, reason })),
      ...vector.reasons.map((reason) => ({ retriever: 'vector' as const, reason })),
      ...scores.degraded,
    ],
    timings: {
      total: end - start,
      sync: 0,
      keyword: keyword.time,
      vector: vector.time,
      embed: vector.queryVector?.time ?? 0,
      rank: end - ranking,
    },
    results,
    found: { keyword: keyword.hits.length, vector: vector.hits.length },
  }
}
