import type { HeldReranker } from '../rerank/reranker.js'
import type { Degradation, StageName, StageReport } from './answer.js'
import { type Query, parse, type Parsed } from './stages/parse.js'
import { createKeywordRetriever } from './retrievers/keyword-retriever.js'
import { createVectorRetriever, type VectorSource } from './retrievers/vector-retriever.js'
import { resolveSearchOptions, type SearchOptions, type SearchSettings } from './search-options.js'
import { complete, type Completed, retrieve, type Retrieved } from './stages/retrieve.js'
import { diversify, threshold, type Decision, type Diversified, type Omission } from './stages/diversify.js'
import { fuse, type Ranking } from './stages/fuse.js'

/** What a search needs besides the query. */
export interface SearchSource extends VectorSource {
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number
  /** Scores the first results again; undefined without one. */
  readonly reranker: HeldReranker | undefined
  /** Adjusts the ranking by what only the caller knows of the items, before recency; default: the ranking stays. */
  readonly adjust?: ((ranking: Ranking) => Promise<Ranking>) | undefined
}

/**
 * What each stage of a search made, up to the decision on what is shown. `adjusted` is the fused ranking, or what a reranker and
 * recency made of it; `degraded` is what did not work after the retrievers; `runStage` runs a further stage, whose report is added
 * to `stages`.
 */
export type SearchTrace = Awaited<ReturnType<typeof runStages>>

/**
 * Runs the stages parse → retrieve → complete → fuse → rerank → adjust → diversify → threshold. From `fuse` on each takes a ranking; a
 * stage that is off is not run.
 * @throws MemoryError `QUERY_EMPTY`, `OPTION_INVALID`, `ROOT_UNKNOWN`; FusionError for an unknown fusion
 */
export async function runStages(text: string, source: SearchSource, options: SearchOptions) {
  const settings = resolveSearchOptions(options)
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
  const refining = { source, settings, query: completed.query, runStage, signal: options.signal }
  const { ranking: adjusted, degraded } = await refine(fused, refining)
  const diversifying = () => diversify(adjusted, store, settings)
  const diversified = await runStage('diversify', diversifying, describeDiversified)
  const describeDecision = ({ ranking, confidence }: Decision) =>
    `${diversified.ranking.length - ranking.length} left out, highest confidence ${confidence.toFixed(2)}`
  const deciding = async () => threshold(diversified, settings)
  const decision = await runStage('threshold', deciding, describeDecision)
  const ranked = { parsed, completed, fused, adjusted, diversified, decision }
  return { settings, ...ranked, degraded, stages, runStage }
}

/** A number with a noun, such as `2 items`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

type RunStage = ReturnType<typeof createStageTimer>['runStage']

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

interface Refining {
  readonly source: SearchSource
  readonly settings: SearchSettings
  readonly query: Query
  readonly runStage: RunStage
  readonly signal: AbortSignal | undefined
}

/** Runs the stages that change the order and are on; those that are off are not loaded. */
async function refine(ranking: Ranking, refining: Refining) {
  const { source, settings, runStage } = refining
  const { ranking: reranked, degraded } = await rerankFirst(ranking, refining)
  const adjustOwn = source.adjust
  const own = adjustOwn ? await runStage('adjust', () => adjustOwn(reranked), describeOwn) : reranked
  const { recency } = settings
  if (recency === undefined) return { ranking: own, degraded }
  const { adjust } = await import('./stages/adjust.js')
  const adjusting = () => adjust(own, { store: source.store, now: source.now() }, recency)
  return { ranking: await runStage('adjust', adjusting, describeAdjusted), degraded }
}

async function rerankFirst(ranking: Ranking, { source, settings, query, runStage, signal }: Refining) {
  const { store, reranker } = source
  const degraded: readonly Degradation[] = []
  if (!reranker || !settings.rerank || ranking.length === 0) return { ranking, degraded }
  const { rerank } = await import('./stages/rerank.js')
  const limits = { openDeadline: source.deadline, deadline: settings.rerankDeadline, signal }
  const { wanted } = query
  const reranking = { store, reranker, query: wanted, candidates: settings.rerankCandidates, limits }
  const work = () => rerank(ranking, reranking)
  return runStage('rerank', work, ({ did }) => did)
}

function describeOwn(ranking: Ranking): string {
  return `${count(ranking.length, 'item')} ordered`
}

function describeAdjusted(ranking: Ranking): string {
  const moved = ranking.filter(({ adjustment }) => adjustment && adjustment.from !== adjustment.to)
  return `${count(moved.length, 'item')} moved`
}

function describeDiversified({ read, damaged, omissions }: Diversified): string {
  const kinds = [...omissions.values()].map(({ kind }) => kind)
  const countOf = (kind: Omission['kind']) => `${kinds.filter((each) => each === kind).length} ${kind}`
  const omitted = [countOf('merged'), countOf('held')].join(', ')
  return `${count(read, 'item')} read: ${omitted}, ${damaged} damaged`
}
