import { maxCandidates, searchDefaults } from '@recallite/core'
import { EvaluationError } from '../errors.js'
import { gradeOf, type Answer, type RankedDocument, type RunQuery } from '../run/run.js'
import type { RunResult, RunSettings } from '../run/run.js'
import { openClawWords, parseOpenClawQuery } from '../strategy/openclaw-query.js'
import type { Strategy } from '../strategy/strategy-table.js'
import { holdsPassage } from '../suite/open-corpus.js'
import { measureGiven, measureUnfiltered } from './agent-text.js'
import { limitOf, type SubjectAnswer, type SubjectResult, type HowToSearch, type Subject } from './subject.js'

/** How to run a query. `depth`: the number of distinct documents to rank. */
export interface Asking {
  readonly strategy: Strategy
  readonly depth: number
  readonly settings: Pick<RunSettings, 'threshold' | 'candidates'>
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

const widening = 4
/** The maximum number of ranked documents that are stored with details. */
const maxDetailed = 10
/** The minimum number of results to request without a threshold. */
const minUnfiltered = 10
/** Below every confidence. */
const noThreshold = -1

/**
 * Runs a query as a user of the strategy would, then without a threshold, then (unless it is foreign) for a document ranking.
 * `embedTime`: the milliseconds it took to embed the query in advance.
 * @throws EvaluationError `EVALUATION_RETRIEVER_FAILED`; the errors of the subject's search
 */
export async function askQuery(
  subject: Subject,
  query: RunQuery,
  { embedTime = 0, ...asking }: Asking & { readonly embedTime?: number },
): Promise<Omit<Answer, 'suite'>> {
  const { strategy, signal } = asking
  const answer = await search(subject, query, { strategy, signal })
  const unfiltered = await askUnfiltered(subject, query, { strategy, signal })
  const isForeign = query.foreign !== undefined
  const ranked = isForeign ? undefined : await rankDocuments(subject, query, asking)
  const degraded = [...answer.degraded, ...(ranked?.degraded ?? [])]
  return {
    strategy: strategy.name,
    query: query.id,
    documents: ranked?.results.map(({ document }) => document) ?? [],
    ranking: ranked?.results.slice(0, maxDetailed).map(toRanked) ?? [],
    results: toResults(answer, query),
    given: measureGiven(await answer.readText(), query),
    unfiltered,
    timings: withEmbedding(answer, embedTime),
    degraded: [...new Set(degraded.map(({ reason }) => reason))],
  }
}

async function askUnfiltered(
  subject: Subject,
  query: RunQuery,
  how: Pick<HowToSearch, 'strategy' | 'signal'>,
): Promise<Answer['unfiltered']> {
  const limit = limitOf(query, how.strategy)
  const wider = { limit: Math.max(limit, minUnfiltered), threshold: noThreshold }
  // A higher limit must not fetch more candidates.
  const candidates = fixedCandidates(how.strategy)
  const answer = await search(subject, query, { ...how, ...wider, candidates })
  const withheld = explainWithheld(query, answer, how.strategy)
  return { ...measureUnfiltered(await answer.readText(), answer, limit), ...(withheld && { withheld }) }
}

/** Why the threshold of a replay excludes the first relevant document: `.7 × .367 = .257 < .35 for a.md`. */
function explainWithheld(
  { text, grades }: RunQuery,
  { results }: SubjectAnswer,
  { options: { threshold = 0, thresholdOn, parseQuery } }: Strategy,
): string | undefined {
  const first = results.find(({ document }) => gradeOf({ grades }, document) > 0)
  if (thresholdOn !== 'fused' || !first || first.score >= threshold) return undefined
  const parts = first.contributions.filter(({ value }) => value > 0)
  const products = parts.map(({ weight, normalized }) => `${decimal(weight)} × ${decimal(normalized)}`)
  const sum = `${products.join(' + ')} = ${decimal(Math.min(first.score, threshold - 0.001))} < ${decimal(threshold)} for ${first.document}`
  const isMissed = parseQuery === parseOpenClawQuery && parts.every(({ source }) => source !== 'keyword')
  const cause = `, because "${openClawWords(text).join('" AND "')}" does not match it`
  return `${sum}${isMissed ? cause : ''}`
}

const decimal = (value: number | null): string => String(Number(value?.toFixed(3))).replace(/^0\./u, '.')

/**
 * Ranks distinct documents up to the run's depth, each by its first chunk. Fetches more candidates if they belong to too few
 * documents. If a strategy sets the number of candidates, it applies; so does the threshold of a replay.
 */
async function rankDocuments(
  subject: Subject,
  query: RunQuery,
  { strategy, settings, depth, signal }: Asking,
): Promise<SubjectAnswer> {
  const threshold = strategy.isReplay ? undefined : { threshold: settings.threshold }
  const options = { strategy, signal, limit: depth, perDocument: 1, mergeDuplicates: false, ...threshold }
  const ask = (candidates: number) => search(subject, query, { ...options, candidates })
  const fixed = fixedCandidates(strategy)
  if (fixed !== undefined) return ask(fixed)
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

async function search(subject: Subject, query: RunQuery, how: HowToSearch): Promise<SubjectAnswer> {
  how.signal?.throwIfAborted()
  const answer = await subject(query, how)
  assertComplete(answer, how.strategy)
  return answer
}

function toResults({ results }: SubjectAnswer, { passages }: Pick<RunQuery, 'passages'>): RunResult[] {
  return results.map((result) => {
    const { document, startLine, endLine, score, confidence } = result
    return { document, startLine, endLine, score, confidence, hasPassage: holdsPassage(passages, result) }
  })
}

/** Candidates per retriever, if the strategy sets them. */
function fixedCandidates({ options }: Strategy): number | undefined {
  const { candidates, candidateMultiplier, limit = searchDefaults.limit } = options
  return candidates ?? (candidateMultiplier === undefined ? undefined : limit * candidateMultiplier)
}

function toRanked(result: SubjectResult): RankedDocument {
  const { document, startLine, endLine, heading, snippet, score, confidence, contributions } = result
  const parts = contributions.map(({ normalized: _, weight: __, ...contribution }) => contribution)
  return { document, startLine, endLine, heading, snippet, score, confidence, contributions: parts }
}

/** Adds the time of embedding the query in advance. */
function withEmbedding({ timings, retrievers }: SubjectAnswer, embedTime: number): Answer['timings'] {
  const { retrievers: times, total, embed, ...others } = timings
  const { keyword = 0, vector = 0 } = times
  const added = retrievers['vector'] === 'off' ? 0 : embedTime
  return { ...others, keyword, total: total + added, vector: vector + added, embed: embed + added }
}

/** Appends the additional documents of a wider answer. The first ones do not depend on the run's depth. */
function append(answer: SubjectAnswer, wider: SubjectAnswer, depth: number): SubjectAnswer {
  const ranked = new Set(answer.results.map(({ document }) => document))
  const further = wider.results.filter(({ document }) => !ranked.has(document))
  return { ...answer, results: [...answer.results, ...further].slice(0, depth) }
}

function assertComplete({ query, retrievers, degraded }: SubjectAnswer, strategy: Strategy): void {
  const failed = degraded.find(
    ({ retriever }) =>
      retriever === 'index' || retriever === 'reranker' || retrievers[retriever] === 'failed',
  )
  if (!failed) return
  const isRetriever = Object.hasOwn(retrievers, failed.retriever)
  const part = isRetriever ? `${failed.retriever} retriever` : failed.retriever
  const what = `${strategy.name}: the ${part} failed at ${JSON.stringify(query)}`
  const why = failed.reason.replace(/\.$/u, '')
  const message = `${what}: ${why}. The figures would be incomplete. Fix it and run again.`
  throw new EvaluationError('EVALUATION_RETRIEVER_FAILED', message)
}
