import { nameShare } from '@recallite/keyword'
import { localDay } from '../days.js'
import type { HeldReranker } from '../rerank/reranker.js'
import type { RecordOrder } from '../records/adjust-records.js'
import { count, createStageTimer, rank } from './rank.js'
import { createKeywordRetriever } from './retrievers/keyword-retriever.js'
import { createVectorRetriever, type VectorSource } from './retrievers/vector-retriever.js'
import { resolveSearchOptions, type SearchOptions } from './search-options.js'
import type { Ranking } from './stages/fuse.js'
import { parse, type Parsed } from './stages/parse.js'
import { complete, type Completed, retrieve, type Retrieved, retrievedByWeight } from './stages/retrieve.js'

/** What a search needs besides the query. */
export interface SearchSource extends VectorSource {
  readonly now: () => number
  /** Scores the first results again; undefined without one. */
  readonly reranker: HeldReranker | undefined
  readonly order?: RecordOrder | undefined
  /** Receives the trace of the search, which then asks all retrievers, whatever their weights. */
  readonly keep?: ((trace: SearchTrace, source: SearchSource) => void) | undefined
}

/** What each stage of a search made, up to the decision on what is shown; `runStage` runs a further stage. */
export type SearchTrace = Awaited<ReturnType<typeof runStages>>

/**
 * Runs the stages parse → retrieve → complete, and those of `rank`.
 * @throws MemoryError `QUERY_EMPTY`, `OPTION_INVALID`, `ROOT_UNKNOWN`; FusionError for an unknown fusion
 */
export async function runStages(text: string, source: SearchSource, options: SearchOptions) {
  const settings = resolveSearchOptions(options)
  const { store, keep, order, reranker, deadline: openDeadline } = source
  const { signal } = options
  const retrievers = [createKeywordRetriever(store), createVectorRetriever({ ...source, signal })].filter(
    ({ name }) => keep || settings.weights[name] > 0,
  )
  const { stages, runStage } = createStageTimer()

  const parsing = () => parse(store, { text, options, settings, now: source.now() })
  const parsed = await runStage('parse', parsing, describeParsed)
  const retrieved = await runStage('retrieve', () => retrieve(parsed, retrievers), describeRetrieved)
  signal?.throwIfAborted()
  const completing = () => complete(retrievedByWeight(parsed, retrieved))
  const completed = await runStage('complete', completing, describeCompleted)
  const scored = { retrievals: completed.retrievals, nameShare: nameShare(completed.query.wanted) }
  const today = localDay(source.now())
  const { rerankCandidates: candidates, rerankDeadline: deadline } = settings
  const limits = { openDeadline, deadline, signal }
  const reranking = reranker && { store, reranker, query: completed.query.wanted, candidates, limits }
  const rerank =
    reranking && (async (ranking: Ranking) => (await import('./stages/rerank.js')).rerank(ranking, reranking))
  const { time } = parsed
  const ranked = await rank(scored, { store, today, time, rerank, order: order?.order, runStage }, settings)
  return { settings, today, parsed, retrieved, completed, scored, ...ranked, stages, runStage }
}

const describeParsed = ({ query: { terms, stopWords } }: Parsed): string =>
  `${count(terms.length, 'term')}, ${count(stopWords.length, 'stop word')}`

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
