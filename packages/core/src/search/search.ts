import { describeSyntax } from '@recallite/keyword'
import type { Degradation, RetrieverState, SearchAnswer, SearchTimings, StageReport } from './answer.js'
import { count } from './rank.js'
import { runStages, type SearchRequest, type SearchSource, type SearchTrace } from './run-stages.js'
import type { Retriever } from './retrievers/retriever.js'
import type { SearchedKind } from './searched-kind.js'
import { scaleOf } from './stages/fuse.js'
import { damageOf, present } from './stages/present.js'
import type { Completed, CompleteRetrieval } from './stages/retrieve.js'
import { describeFeature, type Query } from './query.js'

/** An answer without the fields that the memory adds. */
export type FoundAnswer = Omit<SearchAnswer, 'stale' | 'searched'> & {
  /** The number of candidates by retriever. */
  readonly found: Readonly<Record<string, number>>
}

/** An answer, and the output of each stage. */
export interface Search {
  readonly answer: FoundAnswer
  readonly trace: SearchTrace
}

/**
 * Answers a query: runs all stages.
 * @throws MemoryError `QUERY_EMPTY`, `QUERY_COMMON`, `OPTION_INVALID`, `ROOT_UNKNOWN`; FilterError; FusionError for an unknown fusion
 */
export async function search(request: SearchRequest, source: SearchSource): Promise<Search> {
  const trace = await runStages(request, source)
  const { kinds, parsed, completed, decision, stages, runStage } = trace
  const presenting = () => present(decision.ranking, { kinds, completed })
  const { results, degraded } = await runStage('present', presenting, (made) =>
    count(made.results.length, 'result'),
  )
  const retrievals = describeRetrievals(completed, trace.retrievers)
  const answer = {
    query: request.text,
    understood: describeUnderstood(parsed.query, kinds),
    unmatched: parsed.query.unmatched ?? null,
    corrections: correctionsOf(completed),
    time: parsed.time,
    ...retrievals,
    timings: timingsOf(completed.retrievals, stages),
    degraded: withoutRepeats([...degradedOf(trace), ...degraded]),
    confidence: decision.confidence,
    abstained: decision.abstained,
    heldBack: decision.heldBack,
    results,
    explanation: {
      stopWords: parsed.query.stopWords,
      kinds: kinds.map((searched) => explainKind(searched, completed)),
      stages,
    },
  }
  return { answer, trace }
}

/** The failures in the stages of a search. */
export function degradedOf({ completed, degraded, diversified }: SearchTrace): Degradation[] {
  const failures = completed.retrievals.flatMap(({ retriever: { name }, reasons }) =>
    reasons.map((reason) => ({ retriever: name, reason })),
  )
  const isOff = completed.retrievals.every(({ state }) => state === 'off')
  const off = isOff && failures.length === 0 ? [nothingSearched] : []
  return [...failures, ...off, ...degraded, ...damageOf(diversified.damaged)]
}

const nothingSearched = {
  retriever: 'vector',
  reason:
    'there is no embedding model, and the search does not use words: set up a model, or search by words',
}

/** Removes repeated failures. */
export function withoutRepeats(degraded: readonly Degradation[]): Degradation[] {
  return [...new Map(degraded.map((failure) => [`${failure.retriever} ${failure.reason}`, failure])).values()]
}

function describeUnderstood({ read }: Query, kinds: readonly SearchedKind[]): string {
  const phrases = kinds.flatMap(({ filters }) => filters.phrases ?? [])
  return [describeSyntax(read), ...phrases.map((phrase) => `must have: "${phrase}"`)].join('; ')
}

function correctionsOf({ queries }: Completed): Query['corrections'] {
  const all = [...queries.values()].flatMap(({ corrections }) => corrections)
  return [
    ...new Map(all.toReversed().map((correction) => [correction.typed, correction])).values(),
  ].toReversed()
}

function explainKind({ kind, settings }: SearchedKind, { queries, retrievals }: Completed) {
  const weighed = queries.get(kind)?.weighed ?? []
  return {
    kind,
    strategy: settings.strategyName,
    threshold: { value: settings.threshold, on: settings.thresholdOn },
    terms: weighed.map(({ feature, ...term }) => ({ term: describeFeature(feature), ...term })),
    cosineScale: scaleOf(retrievals.filter((retrieval) => retrieval.kind === kind)),
  }
}

function describeRetrievals({ retrievals }: Completed, retrievers: readonly Retriever[]) {
  const states = retrievers.map(({ name }) => [name, stateOf(named(retrievals, name))] as const)
  const ok = states.flatMap(([name, state]) => (state === 'ok' && name !== 'time' ? name : []))
  const embedded = retrievals.find((retrieval) => retrieval.embedded)?.embedded
  const counts = retrievers.map(({ name }) => [name, countCandidates(named(retrievals, name))])
  return {
    mode: ok.length > 1 ? 'hybrid' : (ok[0] ?? 'none'),
    retrievers: Object.fromEntries(states),
    provider: embedded?.provider ?? null,
    model: embedded?.model ?? null,
    found: Object.fromEntries(counts),
  } satisfies Partial<FoundAnswer>
}

function named(retrievals: readonly CompleteRetrieval[], name: string): CompleteRetrieval[] {
  return retrievals.filter(({ retriever }) => retriever.name === name)
}

function countCandidates(retrievals: readonly CompleteRetrieval[]): number {
  return retrievals.reduce((sum, { candidates }) => sum + candidates.length, 0)
}

/** A retriever's best state over all kinds. */
function stateOf(retrievals: readonly CompleteRetrieval[]): RetrieverState {
  const byRank: readonly RetrieverState[] = ['ok', 'empty', 'failed']
  return byRank.find((state) => retrievals.some((retrieval) => retrieval.state === state)) ?? 'off'
}

/** Retrievals run at the same time, so a retriever's time is that of the slowest kind. */
function timingsOf(retrievals: readonly CompleteRetrieval[], stages: readonly StageReport[]): SearchTimings {
  const timeOf = new Map<string, number>()
  for (const { retriever, time } of retrievals)
    timeOf.set(retriever.name, Math.max(timeOf.get(retriever.name) ?? 0, time))
  const ranking = stages.filter(({ stage }) => stage !== 'parse' && stage !== 'retrieve')
  const embedded = retrievals.find((retrieval) => retrieval.embedded)?.embedded
  return {
    total: totalTime(stages),
    sync: 0,
    retrievers: Object.fromEntries(timeOf),
    embed: embedded?.time ?? 0,
    rank: totalTime(ranking),
  }
}

function totalTime(stages: readonly StageReport[]): number {
  return stages.reduce((total, { time }) => total + time, 0)
}
