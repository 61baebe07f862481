import { performance } from 'node:perf_hooks'
import { describeSyntax } from '@recallite/analysis'
import type { Store } from '@recallite/store'
import { MemoryError } from '../errors.js'
import { localDay } from '../local-day.js'
import type { RetrieverName, SearchAnswer } from './answer.js'
import {
  completeScores,
  rankedLists,
  wasAsked,
  type CompleteScores,
  type Retrievals,
} from './complete-scores.js'
import { evidenceOf } from './evidence.js'
import { rootsNamed, settleFilter } from './filter/settle-filter.js'
import { retrieveByKeyword } from './keyword-retriever.js'
import { filterFor, readQuestion } from './question.js'
import { findRespelled } from './rescue-typos.js'
import { settleSearch, type SearchOptions, type SearchSettings } from './search-options.js'
import { selectResults, type Candidate } from './select-results.js'
import { weightsFor } from './weigh-names.js'
import { retrieveByVector, type VectorSource } from './vector-retriever.js'

function modeOf({ keyword, vector }: Retrievals): SearchAnswer['mode'] {
  if (keyword.state === 'ok') return vector.state === 'ok' ? 'hybrid' : 'keyword'
  return vector.state === 'ok' ? 'vector' : 'none'
}

/** What may be a result; undefined where that is every candidate. */
function wantedIds({ keyword, vector }: Retrievals, { foundBy }: SearchSettings): Set<string> | undefined {
  if (foundBy === 'either' || !wasAsked(keyword) || !wasAsked(vector)) return undefined
  const words = new Set(keyword.hits.map(({ id }) => id))
  return new Set(vector.hits.map(({ id }) => id).filter((id) => words.has(id)))
}

function rank(retrievals: Retrievals, scores: CompleteScores, settings: SearchSettings): Candidate[] {
  const lists = rankedLists(retrievals, scores, settings)
  const wanted = wantedIds(retrievals, settings)
  return settings
    .strategy(lists, settings.fusionOptions)
    .filter(({ id }) => wanted?.has(id) ?? true)
    .map((fused) => ({
      fused,
      evidence: evidenceOf(scores.cosine.get(fused.id), scores.keyword.get(fused.id)?.matched ?? 0),
    }))
    .filter(({ fused, evidence }) => {
      const measure = settings.minScoreOn === 'fused' ? fused.score : evidence
      return measure >= settings.minScore
    })
}

async function refuseUnknownRoots(store: Store, wanted: readonly string[]): Promise<void> {
  if (wanted.length === 0) return
  const known = (await store.listRoots()).map(({ name }) => name)
  const unknown = wanted.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const choice = known.length > 0 ? `There are: ${known.join(', ')}.` : 'Nothing is indexed yet.'
  throw new MemoryError('ROOT_UNKNOWN', `There is no root named ${unknown.join(', ')}. ${choice}`)
}

/** What a search needs besides the query. */
export interface SearchSource extends VectorSource {
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number
}

async function retrieveByBoth(
  query: string,
  source: SearchSource,
  { settings, options }: { settings: SearchSettings; options: SearchOptions },
): Promise<Retrievals> {
  const { store } = source
  const question = await readQuestion(store, query, settings.reading)
  const filter = settleFilter({ options, typed: question.fields }, localDay(source.now()))
  await refuseUnknownRoots(store, rootsNamed(filter))
  options.signal?.throwIfAborted()
  const byKeyword = retrieveByKeyword({ store, question, filter }, settings)
  const ask = {
    text: question.wanted,
    filter: byKeyword.then((keyword) => filterFor(keyword.question, filter)),
  }
  const [keyword, vector] = await Promise.all([
    byKeyword,
    retrieveByVector(ask, { ...source, signal: options.signal }, settings),
  ])
  return { keyword, vector }
}

type Answer = Omit<SearchAnswer, 'stale' | 'searched'>

function describe(
  { keyword, vector }: Retrievals,
  { degraded }: CompleteScores,
): Omit<Answer, 'query' | 'timings' | 'results'> {
  return {
    understood: describeSyntax(keyword.question.read),
    respelled: keyword.question.respelled,
    mode: modeOf({ keyword, vector }),
    retrievers: { keyword: keyword.state, vector: vector.state },
    provider: vector.queryVector?.space.provider ?? null,
    model: vector.queryVector?.space.model ?? null,
    degraded: [
      ...keyword.reasons.map((reason) => ({ retriever: 'keyword' as const, reason })),
      ...vector.reasons.map((reason) => ({ retriever: 'vector' as const, reason })),
      ...degraded,
    ],
  }
}

/**
 * Answers a query by both retrievers at once, each shielded from the other's failure.
 * @throws MemoryError `QUERY_EMPTY`, `OPTION_INVALID`, `ROOT_UNKNOWN`; FusionError for an unknown fusion
 */
export async function search(
  query: string,
  source: SearchSource,
  options: SearchOptions,
): Promise<Answer & { readonly found: Readonly<Record<RetrieverName, number>> }> {
  if (query.trim() === '')
    throw new MemoryError('QUERY_EMPTY', 'The query is empty. Give a word or a question.')
  const settings = settleSearch(options)
  const start = performance.now()
  const { store } = source
  const retrievals = await retrieveByBoth(query, source, { settings, options })
  const { keyword, vector } = retrievals
  const ranking = performance.now()
  const scores = await completeScores(store, retrievals)
  // Words alone are weighed against nothing.
  const weights = vector.queryVector ? weightsFor(keyword.question.wanted, settings) : settings.weights
  const shown = {
    candidates: rank(retrievals, scores, { ...settings, weights }),
    terms: keyword.question.terms,
    findRespelled: (ids: readonly string[]) => findRespelled(store, keyword.question, ids),
  }
  const { results, degraded } = await selectResults(store, shown, settings)
  const end = performance.now()
  return {
    query,
    ...describe(retrievals, { ...scores, degraded: [...scores.degraded, ...degraded] }),
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
