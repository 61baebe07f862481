import { nameShare } from '@recallite/analysis'
import { localDay } from '../days.js'
import type { HeldReranker } from '../rerank/reranker.js'
import type { RecordAdjustments } from '../records/record-memory.js'
import { count, createStageTimer, rank, type RankingSource } from './rank.js'
import { createKeywordRetriever } from './retrievers/keyword-retriever.js'
import { createVectorRetriever, type VectorSource } from './retrievers/vector-retriever.js'
import { resolveSearchOptions, type SearchOptions, type SearchSettings } from './search-options.js'
import { parse, type Parsed, type Query } from './stages/parse.js'
import { complete, type Completed, retrieve, type Retrieved, retrievedByWeight } from './stages/retrieve.js'

/** What a search needs besides the query. */
export interface SearchSource extends VectorSource, Pick<RankingSource, 'adjust'> {
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number
  /** Scores the first results again; undefined without one. */
  readonly reranker: HeldReranker | undefined
  /** Of records: what `adjust` orders them by, by their ids; those that are not to be found have nothing. */
  readonly adjustmentsOf?:
    | ((ids: readonly string[]) => Promise<ReadonlyMap<string, { readonly adjustments: RecordAdjustments }>>)
    | undefined
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
  const { store, keep, adjust } = source
  const retrievers = [
    createKeywordRetriever(store),
    createVectorRetriever({ ...source, signal: options.signal }),
  ].filter(({ name }) => keep || settings.weights[name] > 0)
  const { stages, runStage } = createStageTimer()

  const parsing = () => parse(store, { text, options, settings, now: source.now() })
  const parsed = await runStage('parse', parsing, describeParsed)
  const retrieved = await runStage('retrieve', () => retrieve(parsed, retrievers), describeRetrieved)
  options.signal?.throwIfAborted()
  const completing = () => complete(retrievedByWeight(parsed, retrieved))
  const completed = await runStage('complete', completing, describeCompleted)
  const scored = { retrievals: completed.retrievals, nameShare: nameShare(completed.query.wanted) }
  const rerank = rerankBy(source, { settings, query: completed.query, signal: options.signal })
  const today = localDay(source.now())
  const ranking = { store, today, rerank, adjust, runStage }
  const ranked = await rank(scored, ranking, settings)
  return { settings, today, parsed, retrieved, completed, scored, ...ranked, stages, runStage }
}

interface Reranking {
  readonly settings: SearchSettings
  readonly query: Query
  readonly signal: AbortSignal | undefined
}

/** Reranks if there is a reranker and it is on. */
function rerankBy(
  { store, reranker, deadline: openDeadline }: SearchSource,
  { settings, query, signal }: Reranking,
): RankingSource['rerank'] {
  if (!reranker || !settings.rerank) return undefined
  const limits = { openDeadline, deadline: settings.rerankDeadline, signal }
  const candidates = settings.rerankCandidates
  return async (ranking) => {
    const { rerank } = await import('./stages/rerank.js')
    return rerank(ranking, { store, reranker, query: query.wanted, candidates, limits })
  }
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
