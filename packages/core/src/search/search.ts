import { describeSyntax } from '@recallite/keyword'
import type { RetrieverName, SearchAnswer, StageReport } from './answer.js'
import { describeFeature, type Query } from './stages/parse.js'
import { count } from './rank.js'
import { runStages, type SearchSource } from './run-stages.js'
import type { SearchOptions } from './search-options.js'
import type { Completed } from './stages/retrieve.js'
import { scaleOf } from './stages/fuse.js'
import { damageOf, present } from './stages/present.js'

/** An answer as far as a search makes it. */
export type FoundAnswer = Omit<SearchAnswer, 'stale' | 'searched'> & {
  /** How many candidates each retriever brought in. */
  readonly found: Readonly<Record<RetrieverName, number>>
}

/**
 * Answers a query: runs the stages, and presents what they decided to show.
 * @throws MemoryError `QUERY_EMPTY`, `OPTION_INVALID`, `ROOT_UNKNOWN`; FilterError; FusionError for an unknown fusion
 */
export async function search(
  text: string,
  source: SearchSource,
  options: SearchOptions,
): Promise<FoundAnswer> {
  const trace = await runStages(text, source, options)
  source.keep?.(trace, source)
  const { settings, completed, diversified, decision, stages, runStage } = trace
  const { query } = completed
  const presentation = { store: source.store, query, retrievals: completed.retrievals, settings }
  const presenting = () => present(decision.ranking, presentation)
  const { results, degraded } = await runStage('present', presenting, (made) =>
    count(made.results.length, 'result'),
  )

  const retrievals = describeRetrievals(completed, stages)
  return {
    query: text,
    understood: describeUnderstood(query, options),
    corrections: query.corrections,
    time: trace.parsed.time,
    ...retrievals,
    degraded: [...retrievals.degraded, ...trace.degraded, ...damageOf(diversified.damaged), ...degraded],
    confidence: decision.confidence,
    abstained: decision.heldBack > 0,
    heldBack: decision.heldBack,
    results,
    explanation: {
      strategy: settings.strategyName,
      terms: query.weighed.map(({ feature, ...term }) => ({ term: describeFeature(feature), ...term })),
      stopWords: query.stopWords,
      cosineScale: scaleOf(completed.retrievals),
      threshold: { value: settings.threshold, on: settings.thresholdOn },
      stages,
    },
  }
}

function describeUnderstood({ read }: Query, { phrases = [] }: SearchOptions): string {
  return [describeSyntax(read), ...phrases.map((phrase) => `must have: "${phrase}"`)].join('; ')
}

function describeRetrievals({ retrievals }: Completed, stages: readonly StageReport[]) {
  const [keyword, vector] = [summaryOf('keyword', retrievals), summaryOf('vector', retrievals)]
  const embedded = retrievals.find((retrieval) => retrieval.embedded)?.embedded
  const ranking = stages.filter(({ stage }) => stage !== 'parse' && stage !== 'retrieve')
  return {
    mode: modeOf(keyword.state === 'ok', vector.state === 'ok'),
    retrievers: { keyword: keyword.state, vector: vector.state },
    provider: embedded?.provider ?? null,
    model: embedded?.model ?? null,
    found: { keyword: keyword.count, vector: vector.count },
    timings: {
      total: totalTime(stages),
      sync: 0,
      keyword: keyword.time,
      vector: vector.time,
      embed: embedded?.time ?? 0,
      rank: totalTime(ranking),
    },
    degraded: retrievals.flatMap(({ retriever, reasons }) =>
      reasons.map((reason) => ({ retriever: retriever.name, reason })),
    ),
  } satisfies Partial<FoundAnswer>
}

function summaryOf(name: RetrieverName, retrievals: Completed['retrievals']) {
  const retrieval = retrievals.find(({ retriever }) => retriever.name === name)
  const { state = 'off', candidates = [], time = 0 } = retrieval ?? {}
  return { state, count: candidates.length, time }
}

function modeOf(byKeyword: boolean, byVector: boolean): SearchAnswer['mode'] {
  if (byKeyword) return byVector ? 'hybrid' : 'keyword'
  return byVector ? 'vector' : 'none'
}

function totalTime(stages: readonly StageReport[]): number {
  return stages.reduce((total, { time }) => total + time, 0)
}
