import { maxCandidates, searchDefaults } from '@recallite/core'
import { EvaluationError } from '../errors.js'
import type { Answer, RankedDocument, RunQuery, RunSettings, ShownResult, Unfiltered } from '../run/run.js'
import type { Strategy } from '../strategy/strategy-table.js'
import { holdsPassage } from '../suite/open-corpus.js'
import { measureGiven, measureUnfiltered } from './agent-text.js'
import { limitOf, type Found, type FoundResult, type HowToSearch, type Subject } from './subject.js'

/** How to ask. */
export interface Asking {
  readonly strategy: Strategy
  /** Distinct documents to rank. */
  readonly depth: number
  readonly settings: Pick<RunSettings, 'threshold' | 'candidates'>
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

const widening = 4
const detailed = 10
/** So many results are measured besides those of the limit. */
const mostResults = 10
/** A threshold that every confidence reaches. */
const noThreshold = -1

/**
 * Puts a query to a subject as a user of the strategy would, for what is shown and how long it takes; then without a
 * threshold; then, unless the query is foreign, for a ranking of documents. `embedTime` is how many milliseconds embedding the query took before.
 * @throws EvaluationError `EVALUATION_RETRIEVER_FAILED`; what a search of the subject rejects with
 */
export async function askQuery(
  subject: Subject,
  query: RunQuery,
  { embedTime = 0, ...asking }: Asking & { readonly embedTime?: number },
): Promise<Omit<Answer, 'suite'>> {
  const { strategy, signal } = asking
  const shown = await search(subject, query, { strategy, signal })
  const unfiltered = await askUnfiltered(subject, query, { strategy, signal })
  const isForeign = query.foreign !== undefined
  const ranked = isForeign ? undefined : await rankDocuments(subject, query, asking)
  const degraded = [...shown.degraded, ...(ranked?.degraded ?? [])]
  return {
    strategy: strategy.name,
    query: query.id,
    documents: ranked?.results.map(({ document }) => document) ?? [],
    ranking: ranked?.results.slice(0, detailed).map(toRanked) ?? [],
    results: showResults(shown, query),
    given: measureGiven(await shown.readText(), query),
    unfiltered,
    timings: withEmbedding(shown, embedTime),
    degraded: [...new Set(degraded.map(({ reason }) => reason))],
  }
}

/** Asks without a threshold for the results of the limit and further ones. */
async function askUnfiltered(
  subject: Subject,
  query: RunQuery,
  how: Pick<HowToSearch, 'strategy' | 'signal'>,
): Promise<Unfiltered> {
  const limit = limitOf(query, how.strategy)
  const further = { limit: Math.max(limit, mostResults), threshold: noThreshold }
  // More results must not mean more candidates.
  const candidates = ownCandidates(how.strategy)
  const found = await search(subject, query, { ...how, ...further, candidates })
  return measureUnfiltered(await found.readText(), found, limit)
}

/**
 * Ranks distinct documents to the run's depth, each by its first chunk. If a few documents fill the candidates, asks
 * for more and appends what they add. A strategy that sets its candidates keeps them, and a replay its threshold.
 * @throws EvaluationError `EVALUATION_RETRIEVER_FAILED`; what a search of the subject rejects with
 */
async function rankDocuments(
  subject: Subject,
  query: RunQuery,
  { strategy, settings, depth, signal }: Asking,
): Promise<Found> {
  const threshold = strategy.isReplay ? undefined : { threshold: settings.threshold }
  const options = { strategy, signal, limit: depth, perDocument: 1, mergeDuplicates: false, ...threshold }
  const ask = (candidates: number) => search(subject, query, { ...options, candidates })
  const own = ownCandidates(strategy)
  if (own !== undefined) return ask(own)
  let { candidates } = settings
  let last = await ask(candidates)
  let ranked = last
  const mayHaveMore = () => candidates < maxCandidates && last.candidates >= candidates
  while (ranked.results.length < depth && mayHaveMore()) {
    candidates = Math.min(candidates * widening, maxCandidates)
    last = await ask(candidates)
    ranked = append(ranked, last, depth)
  }
  return ranked
}

/**
 * Searches a subject.
 * @throws EvaluationError `EVALUATION_RETRIEVER_FAILED`; what a search of the subject rejects with
 */
async function search(subject: Subject, query: RunQuery, how: HowToSearch): Promise<Found> {
  how.signal?.throwIfAborted()
  const found = await subject.search(query, how)
  assertComplete(found, how.strategy)
  return found
}

/** What a user of the strategy sees. */
function showResults({ results }: Found, { passages }: Pick<RunQuery, 'passages'>): ShownResult[] {
  return results.map((result) => {
    const { document, startLine, endLine, score, confidence } = result
    return { document, startLine, endLine, score, confidence, hasPassage: holdsPassage(passages, result) }
  })
}

/** How many candidates the strategy takes of each retriever, if it sets that. */
function ownCandidates({ options }: Strategy): number | undefined {
  const { candidates, candidateMultiplier, limit = searchDefaults.limit } = options
  return candidates ?? (candidateMultiplier === undefined ? undefined : limit * candidateMultiplier)
}

function toRanked(result: FoundResult): RankedDocument {
  const { document, startLine, endLine, heading, snippet, score, confidence, contributions } = result
  const kept = contributions.map(({ normalized: _, weight: __, ...contribution }) => contribution)
  return { document, startLine, endLine, heading, snippet, score, confidence, contributions: kept }
}

/** Adds the time of embedding the query, which happened before this search. */
function withEmbedding({ timings, retrievers }: Found, embedTime: number): NonNullable<Answer['timings']> {
  const { retrievers: times, total, embed, ...others } = timings
  const { keyword = 0, vector = 0 } = times
  const added = retrievers['vector'] === 'off' ? 0 : embedTime
  return { ...others, keyword, total: total + added, vector: vector + added, embed: embed + added }
}

/** Appends what a wider answer ranks besides, so that a measure of the first ten does not depend on the run's depth. */
function append(found: Found, wider: Found, depth: number): Found {
  const ranked = new Set(found.results.map(({ document }) => document))
  const further = wider.results.filter(({ document }) => !ranked.has(document))
  return { ...found, results: [...found.results, ...further].slice(0, depth) }
}

function assertComplete({ query, retrievers, degraded }: Found, strategy: Strategy): void {
  const failed = degraded.find(
    ({ retriever }) =>
      retriever === 'index' || retriever === 'reranker' || retrievers[retriever] === 'failed',
  )
  if (!failed) return
  const isRetriever = Object.hasOwn(retrievers, failed.retriever)
  const part = isRetriever ? `${failed.retriever} retriever` : failed.retriever
  const what = `${strategy.name}: the ${part} failed at ${JSON.stringify(query)}`
  const why = failed.reason.replace(/\.$/u, '')
  const message = `${what}: ${why}. The figures would be incomplete. Correct that and run again.`
  throw new EvaluationError('EVALUATION_RETRIEVER_FAILED', message)
}
