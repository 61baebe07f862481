import {
  type Memory,
  type SearchAnswer,
  type SearchOptions,
  type SearchReport,
  type SearchTimings,
  mostCandidates,
  searchDefaults,
} from '@recallite/core'
import { EvaluationError } from '../errors.js'
import type { Answer, RankedDocument, RunQuery, RunSettings, ShownResult, Unfiltered } from '../run/run.js'
import type { Strategy } from '../strategy/strategy-table.js'
import { holdsPassage } from '../suite/open-corpus.js'
import { agentText, measureGiven, measureUnfiltered } from './agent-text.js'

/** How to ask. */
export interface Asking {
  readonly strategy: Strategy
  /** Distinct documents to rank. */
  readonly depth: number
  readonly settings: Pick<RunSettings, 'threshold' | 'candidates'>
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** What queries are put to. */
export interface Subject {
  /** Answers as it answers users, and takes as long. */
  readonly memory: Pick<Memory, 'search' | 'listRoots'>
  /** The same, quicker where the same query is asked in many ways. */
  readonly repeating: Pick<Memory, 'search'>
  /** The id of the document that a path of the index stands for. */
  readonly idOf: (path: string) => string
}

const widening = 4
const detailed = 10
/** So many results are measured besides those of the limit. */
export const mostResults = 10
/** A threshold that every confidence reaches. */
export const noThreshold = -1

/**
 * Puts a query to a memory as a user of the strategy would, for what is shown and how long it takes; then without a
 * threshold; then, unless the query is foreign, for a ranking of documents. `embedTime` is how many milliseconds embedding the query took before.
 * @throws EvaluationError `EVALUATION_RETRIEVER_FAILED`; MemoryError; StoreError; the signal's reason
 */
export async function askQuery(
  subject: Subject,
  query: RunQuery,
  { embedTime = 0, ...asking }: Asking & { readonly embedTime?: number },
): Promise<Omit<Answer, 'suite'>> {
  const { strategy, signal } = asking
  const { memory, idOf } = subject
  const report = await searchSubject(memory, query.text, { strategy, signal })
  const shown = report.answer
  const unfiltered = await askUnfiltered(subject, query.text, { strategy, signal })
  const isForeign = query.foreign !== undefined
  const ranked = isForeign ? undefined : await rankDocuments(subject, query.text, asking)
  const degraded = [...shown.degraded, ...(ranked?.degraded ?? [])]
  return {
    strategy: strategy.name,
    query: query.id,
    documents: ranked?.results.map(({ path }) => idOf(path)) ?? [],
    ranking: ranked ? toRanked(ranked, idOf) : [],
    results: showResults(shown, query, idOf),
    given: measureGiven(await agentText(report, subject), query),
    unfiltered,
    timings: withEmbedding(shown, embedTime),
    degraded: [...new Set(degraded.map(({ reason }) => reason))],
  }
}

/** Asks without a threshold for the results of the limit and further ones. */
async function askUnfiltered(
  subject: Subject,
  text: string,
  { strategy, signal }: Pick<Asking, 'strategy' | 'signal'>,
): Promise<Unfiltered> {
  const { limit = searchDefaults.limit } = strategy.options
  // More results must not mean more candidates.
  const options = {
    candidates: ownCandidates(strategy),
    limit: Math.max(limit, mostResults),
    threshold: noThreshold,
  }
  const report = await searchSubject(subject.repeating, text, { strategy, signal, ...options })
  return measureUnfiltered(await agentText(report, subject), report.answer, limit)
}

/**
 * Ranks distinct documents to the run's depth, each by its first chunk. If a few documents fill the candidates, asks
 * for more and appends what they add. A strategy that sets its candidates keeps them, and a replay its threshold.
 * @throws EvaluationError `EVALUATION_RETRIEVER_FAILED`; MemoryError; StoreError; the signal's reason
 */
export async function rankDocuments(
  { repeating }: Subject,
  text: string,
  { strategy, settings, depth, signal }: Asking,
): Promise<SearchAnswer> {
  const threshold = strategy.isReplay ? undefined : { threshold: settings.threshold }
  const options = { strategy, signal, limit: depth, perDocument: 1, mergeDuplicates: false, ...threshold }
  const ask = (candidates: number) => searchSubject(repeating, text, { ...options, candidates })
  const own = ownCandidates(strategy)
  if (own !== undefined) return (await ask(own)).answer
  let { candidates } = settings
  let last = await ask(candidates)
  let ranked = last.answer
  const mayHaveMore = () =>
    candidates < mostCandidates && Math.max(last.found.keyword, last.found.vector) >= candidates
  while (ranked.results.length < depth && mayHaveMore()) {
    candidates = Math.min(candidates * widening, mostCandidates)
    last = await ask(candidates)
    ranked = append(ranked, last.answer, depth)
  }
  return ranked
}

/**
 * Searches with the options of a strategy, overridden by further options; returns what it reports. Throws as `rankDocuments` does.
 */
export async function searchSubject(
  memory: Pick<Memory, 'search'>,
  text: string,
  { strategy, ...options }: SearchOptions & { readonly strategy: Strategy },
): Promise<SearchReport> {
  options.signal?.throwIfAborted()
  const report = await memory.search(text, { ...strategy.options, ...options })
  const { answer } = report
  assertComplete(answer, strategy)
  if (!strategy.isReversed) return report
  return { ...report, answer: { ...answer, results: answer.results.toReversed() } }
}

/** How many candidates the strategy takes of each retriever, if it sets that. */
function ownCandidates({ options }: Strategy): number | undefined {
  const { candidates, candidateMultiplier, limit = searchDefaults.limit } = options
  return candidates ?? (candidateMultiplier === undefined ? undefined : limit * candidateMultiplier)
}

/** What a user of the strategy sees. */
export function showResults(
  { results }: SearchAnswer,
  { passages }: Pick<RunQuery, 'passages'>,
  idOf: (path: string) => string,
): ShownResult[] {
  return results.map(({ path, startLine, endLine, text, fusedScore: score, confidence }) => {
    const document = idOf(path)
    const hasPassage = holdsPassage(passages, { document, startLine, endLine, text })
    return { document, startLine, endLine, score, confidence, hasPassage }
  })
}

function toRanked({ results }: SearchAnswer, idOf: Subject['idOf']): RankedDocument[] {
  return results.slice(0, detailed).map((result) => {
    const { startLine, endLine, heading, snippet, fusedScore: score, confidence, contributions } = result
    const span = { document: idOf(result.path), startLine, endLine, heading, snippet }
    const kept = contributions.map(({ normalized: _, weight: __, ...contribution }) => contribution)
    return { ...span, score, confidence, contributions: kept }
  })
}

/** Adds the time of embedding the query, which happened before this search. */
export function withEmbedding(
  { timings, retrievers }: Pick<SearchAnswer, 'timings' | 'retrievers'>,
  embedTime: number,
): SearchTimings {
  if (retrievers.vector === 'off') return timings
  const { total, vector, embed } = timings
  return { ...timings, total: total + embedTime, vector: vector + embedTime, embed: embed + embedTime }
}

/** Appends what a wider answer ranks besides, so that a measure of the first ten does not depend on the run's depth. */
function append(answer: SearchAnswer, wider: SearchAnswer, depth: number): SearchAnswer {
  const ranked = new Set(answer.results.map(({ path }) => path))
  const further = wider.results.filter(({ path }) => !ranked.has(path))
  return { ...answer, results: [...answer.results, ...further].slice(0, depth) }
}

/** @throws EvaluationError `EVALUATION_RETRIEVER_FAILED` if an answer misses what a part of the search should have found */
export function assertComplete(
  { query, retrievers, degraded }: Pick<SearchAnswer, 'query' | 'retrievers' | 'degraded'>,
  strategy: Strategy,
): void {
  const failed = degraded.find(
    ({ retriever }) =>
      retriever === 'index' || retriever === 'reranker' || retrievers[retriever] === 'failed',
  )
  if (!failed) return
  const isRetriever = failed.retriever === 'keyword' || failed.retriever === 'vector'
  const part = isRetriever ? `${failed.retriever} retriever` : failed.retriever
  const what = `${strategy.name}: the ${part} failed at ${JSON.stringify(query)}`
  const why = failed.reason.replace(/\.$/u, '')
  const message = `${what}: ${why}. The figures would be incomplete. Correct that and run again.`
  throw new EvaluationError('EVALUATION_RETRIEVER_FAILED', message)
}
