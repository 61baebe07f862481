import { performance } from 'node:perf_hooks'
import { describeSyntax } from '@recallite/analysis'
import type { RetrieverName, SearchAnswer, SearchExplanation, StageName, StageReport } from './answer.js'
import { createKeywordRetriever } from './retrievers/keyword-retriever.js'
import { createVectorRetriever, type VectorSource } from './retrievers/vector-retriever.js'
import { settleSearch, type SearchOptions, type SearchSettings } from './search-options.js'
import { complete, type Completed } from './stages/complete.js'
import { fuse } from './stages/fuse.js'
import { parse } from './stages/parse.js'
import { present } from './stages/present.js'
import { retrieve } from './stages/retrieve.js'
import { threshold } from './stages/threshold.js'

/** What a search needs besides the query. */
export interface SearchSource extends VectorSource {
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number
}

/** An answer as far as a search makes it. */
export type FoundAnswer = Omit<SearchAnswer, 'stale' | 'searched'> & {
  /** How many candidates each retriever brought in. */
  readonly found: Readonly<Record<RetrieverName, number>>
}

/**
 * Answers a query: parse → retrieve → complete → fuse → threshold → present. From `fuse` on each stage takes a ranking; a
 * reranker belongs between `fuse` and `threshold`.
 * @throws MemoryError `QUERY_EMPTY`, `OPTION_INVALID`, `ROOT_UNKNOWN`; FusionError for an unknown fusion
 */
export async function search(
  text: string,
  source: SearchSource,
  options: SearchOptions,
): Promise<FoundAnswer> {
  const settings = settleSearch(options)
  const { store } = source
  const retrievers = [
    createKeywordRetriever(store),
    createVectorRetriever({ ...source, signal: options.signal }),
  ]
  const { stages, run } = followStages()

  const query = await run('parse', () => parse(store, { text, options, settings, now: source.now() }))
  const retrieved = await run('retrieve', () => retrieve(query, retrievers))
  options.signal?.throwIfAborted()
  const completed = await run('complete', () => complete(retrieved))
  const fused = await run('fuse', async () => fuse(completed, settings))
  const reached = await run('threshold', async () => threshold(fused, settings))
  const { question } = completed
  const { results, degraded } = await run('present', () => present(reached, { store, question, settings }))

  return {
    query: text,
    ...describeRetrievals(completed),
    degraded: [...degradedRetrievals(completed), ...completed.degraded, ...degraded],
    timings: timingsOf(stages, completed),
    results,
    explanation: explain(completed, settings, stages),
  }
}

/** Notes how long each stage took, and how many items it gave on. */
function followStages() {
  const stages: StageReport[] = []
  async function run<Output>(stage: StageName, work: () => Promise<Output>): Promise<Output> {
    const start = performance.now()
    const output = await work()
    const items = Array.isArray(output) ? output.length : null
    stages.push({ stage, time: performance.now() - start, items })
    return output
  }
  return { stages, run }
}

function describeRetrievals({ question, retrievals }: Completed) {
  const states = new Map(retrievals.map(({ retriever, state }) => [retriever.name, state]))
  const counts = new Map(retrievals.map(({ retriever, candidates }) => [retriever.name, candidates.length]))
  const embedded = retrievals.find((retrieval) => retrieval.embedded)?.embedded
  const stateOf = (name: RetrieverName) => states.get(name) ?? 'off'
  return {
    understood: describeSyntax(question.read),
    respelled: question.respelled,
    mode: modeOf(stateOf('keyword') === 'ok', stateOf('vector') === 'ok'),
    retrievers: { keyword: stateOf('keyword'), vector: stateOf('vector') },
    provider: embedded?.provider ?? null,
    model: embedded?.model ?? null,
    found: { keyword: counts.get('keyword') ?? 0, vector: counts.get('vector') ?? 0 },
  }
}

function modeOf(byKeyword: boolean, byVector: boolean): SearchAnswer['mode'] {
  if (byKeyword) return byVector ? 'hybrid' : 'keyword'
  return byVector ? 'vector' : 'none'
}

function degradedRetrievals({ retrievals }: Completed): SearchAnswer['degraded'] {
  return retrievals.flatMap(({ retriever, reasons }) =>
    reasons.map((reason) => ({ retriever: retriever.name, reason })),
  )
}

function timingsOf(stages: readonly StageReport[], { retrievals }: Completed): SearchAnswer['timings'] {
  const timeOf = (name: RetrieverName) =>
    retrievals.find(({ retriever }) => retriever.name === name)?.time ?? 0
  const ranking = stages.filter(({ stage }) => stage !== 'parse' && stage !== 'retrieve')
  return {
    total: sum(stages),
    sync: 0,
    keyword: timeOf('keyword'),
    vector: timeOf('vector'),
    embed: retrievals.find(({ embedded }) => embedded)?.embedded?.time ?? 0,
    rank: sum(ranking),
  }
}

function sum(stages: readonly StageReport[]): number {
  return stages.reduce((total, { time }) => total + time, 0)
}

function explain(
  { question }: Completed,
  { strategyName, minScore, minScoreOn }: SearchSettings,
  stages: readonly StageReport[],
): SearchExplanation {
  return {
    strategy: strategyName,
    terms: question.weighed.map(({ feature, weight, idf, isContentTerm }) => ({
      term: describeFeature(feature),
      weight,
      idf,
      isContentTerm,
    })),
    leftOut: question.stopWords,
    threshold: { value: minScore, on: minScoreOn },
    stages,
  }
}

type Feature = Completed['question']['weighed'][number]['feature']

/** A feature as text: words side by side are quoted, `=…` is an exact form, `…*` a prefix, `a | b` either. */
function describeFeature(feature: Feature): string {
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
