import { performance } from 'node:perf_hooks'
import { describeSyntax } from '@recallite/analysis'
import type { HeldReranker } from '../rerank/hold-reranker.js'
import type { Degradation, RetrieverName, SearchAnswer, StageName, StageReport } from './answer.js'
import type { Query } from './query.js'
import { createKeywordRetriever } from './retrievers/keyword-retriever.js'
import { createVectorRetriever, type VectorSource } from './retrievers/vector-retriever.js'
import { resolveSearchOptions, type SearchOptions, type SearchSettings } from './search-options.js'
import { complete, type Completed } from './stages/complete.js'
import { fuse, scaleOf, type Ranking } from './stages/fuse.js'
import { parse, type Parsed } from './stages/parse.js'
import { present } from './stages/present.js'
import { retrieve, type Retrieved } from './stages/retrieve.js'
import { threshold, type Decision } from './stages/threshold.js'

/** What a search needs besides the query. */
export interface SearchSource extends VectorSource {
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number
  /** Scores the first results again; undefined without one. */
  readonly reranker: HeldReranker | undefined
}

/** An answer as far as a search makes it. */
export type FoundAnswer = Omit<SearchAnswer, 'stale' | 'searched'> & {
  /** How many candidates each retriever brought in. */
  readonly found: Readonly<Record<RetrieverName, number>>
}

/**
 * Answers a query: parse → retrieve → complete → fuse → rerank → threshold → present. From `fuse` on each stage takes a
 * ranking; `rerank` runs only with a reranker.
 * @throws MemoryError `QUERY_EMPTY`, `OPTION_INVALID`, `ROOT_UNKNOWN`; FusionError for an unknown fusion
 */
export async function search(
  text: string,
  source: SearchSource,
  options: SearchOptions,
): Promise<FoundAnswer> {
  const settings = await resolveSearchOptions(options)
  const { store } = source
  const retrievers = [
    createKeywordRetriever(store),
    createVectorRetriever({ ...source, signal: options.signal }),
  ]
  const { stages, runStage } = createStageTimer()

  const parsing = () => parse(store, { text, options, settings, now: source.now() })
  const parsed = await runStage('parse', parsing, describeParsed)
  const retrieved = await runStage('retrieve', () => retrieve(parsed, retrievers), describeRetrieved)
  options.signal?.throwIfAborted()
  const completed = await runStage('complete', () => complete(retrieved), describeCompleted)
  const byStrategy = (ranking: Ranking) => `${count(ranking.length, 'item')} by ${settings.strategyName}`
  const fused = await runStage('fuse', async () => fuse(completed, settings), byStrategy)
  const { query } = completed
  const refining = { source, settings, query, runStage, signal: options.signal }
  const refined = await refine(fused, refining)
  const describeDecision = ({ ranking, confidence }: Decision) =>
    `${fused.length - ranking.length} left out, highest confidence ${confidence.toFixed(2)}`
  const deciding = async () => threshold(refined.ranking, settings)
  const decision = await runStage('threshold', deciding, describeDecision)
  const presentation = { store, query, retrievals: completed.retrievals, settings }
  const presenting = () => present(decision.ranking, presentation)
  const { results, degraded } = await runStage('present', presenting, describePresented)

  const retrievals = describeRetrievals(completed, stages)
  return {
    query: text,
    understood: describeSyntax(query.read),
    corrections: query.corrections,
    ...retrievals,
    degraded: [...retrievals.degraded, ...completed.degraded, ...refined.degraded, ...degraded],
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

type RunStage = ReturnType<typeof createStageTimer>['runStage']

interface Refining {
  readonly source: SearchSource
  readonly settings: SearchSettings
  readonly query: Query
  readonly runStage: RunStage
  readonly signal: AbortSignal | undefined
}

/** Runs the stages that change a ranking and are on; those that are off are not loaded. */
async function refine(ranking: Ranking, { source, settings, query, runStage, signal }: Refining) {
  const { store, reranker } = source
  const degraded: Degradation[] = []
  if (!reranker || !settings.rerank || ranking.length === 0) return { ranking, degraded }
  const { rerank } = await import('./stages/rerank.js')
  const limits = { openDeadline: source.deadline, deadline: settings.rerankDeadline, signal }
  const { wanted } = query
  const reranking = { store, reranker, query: wanted, candidates: settings.rerankCandidates, limits }
  return runStage(
    'rerank',
    () => rerank(ranking, reranking),
    ({ did }) => did,
  )
}

function createStageTimer() {
  const stages: StageReport[] = []
  async function runStage<Output>(
    stage: StageName,
    work: () => Promise<Output>,
    describe: (output: Output) => string,
  ): Promise<Output> {
    const start = performance.now()
    const output = await work()
    stages.push({ stage, time: performance.now() - start, did: describe(output) })
    return output
  }
  return { stages, runStage }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function describeParsed({ query }: Parsed): string {
  return `${count(query.terms.length, 'term')}, ${count(query.stopWords.length, 'stop word')}`
}

function describeRetrieved({ retrievals }: Retrieved): string {
  const found = retrievals.map(
    ({ retriever, candidates }) => `${retriever.name} ${count(candidates.length, 'candidate')}`,
  )
  return found.join(', ')
}

function describeCompleted({ retrievals }: Completed): string {
  const added = retrievals.reduce((sum, { candidates, scores }) => sum + scores.size - candidates.length, 0)
  return `${count(added, 'score')} added`
}

function describePresented({ results, damaged }: Awaited<ReturnType<typeof present>>): string {
  return `${count(results.length, 'result')}, ${damaged} damaged`
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

/** A feature as text: words side by side are quoted, `=…` is an exact form, `…*` a prefix, `a | b` either. */
function describeFeature(feature: Query['weighed'][number]['feature']): string {
  switch (feature.kind) {
    case 'word':
      return feature.stem
    case 'form':
      return `=${feature.form}`
    case 'prefix':
      return `${feature.prefix}*`
    case 'either':
      return feature.features.map(describeFeature).join(' | ')
    case 'place':
      return `path "${feature.stems.join(' ')}"`
    default:
      return `"${feature.stems.join(' ')}"`
  }
}
