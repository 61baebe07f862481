import { nameShare } from '@recallite/keyword'
import { localDay } from '../days.js'
import type { HeldReranker } from '../rerank/reranker.js'
import { copyFinder } from './precedence/find-copies.js'
import { isAboutNow } from './precedence/note-status.js'
import { count, createStageTimer, perKind, rank } from './rank.js'
import type { Retriever } from './retrievers/retriever.js'
import { createTimeRetriever } from './retrievers/time-retriever.js'
import type { VectorSource } from './retrievers/vector-retriever.js'
import type { SearchedKind } from './searched-kind.js'
import { parse, type Parsed, type ParseOptions, withoutPhrases } from './stages/parse.js'
import {
  addsCandidates,
  complete,
  type Completed,
  retrieve,
  type Retrieved,
  retrievedByWeight,
} from './stages/retrieve.js'
import type { Ranking } from './stages/ranked-items.js'

/** The retrievers, the reranker and the clock of a memory. */
export interface SearchSource extends VectorSource {
  readonly now: () => number
  readonly retrievers: readonly Retriever[]
  readonly reranker: HeldReranker | undefined
}

/** A query, and the kinds to search. */
export interface SearchRequest {
  readonly text: string
  /** At least one. */
  readonly kinds: readonly SearchedKind[]
  readonly options: ParseOptions
  /** Whether retrievers that are switched off run too, so that their candidates can be ranked with other weights. */
  readonly runsAll?: boolean | undefined
}

/** The output of each stage up to the threshold; `runStage` runs a further stage. */
export type SearchTrace = Awaited<ReturnType<typeof runStages>>

/**
 * Runs the stages parse → retrieve → complete, and those of `rank`, once for all kinds.
 * @throws MemoryError `QUERY_EMPTY`, `QUERY_COMMON`, `OPTION_INVALID`, `ROOT_UNKNOWN`; FusionError for an unknown fusion
 */
export async function runStages(request: SearchRequest, source: SearchSource) {
  const { text, kinds, options, runsAll } = request
  const { stages, runStage } = createStageTimer()
  const first = await runStage('parse', () => parse({ text, kinds, options }), describeParsed)
  const [time, listsAll] = [first.listed ?? first.time, first.listed !== null]
  const { retrievers: always } = source
  const retrievers = time ? [...always, createTimeRetriever({ time, listsAll })] : always
  const retrieving = { kinds, retrievers, runsAll, signal: options.signal }
  const { parsed, ...retrieved } = await runStage(
    'retrieve',
    () => retrieveOrRelax(first, retrieving, options),
    describeRetrieved,
  )
  options.signal?.throwIfAborted()
  const completing = () => complete(retrievedByWeight(parsed, retrieved, kinds))
  const completed = await runStage('complete', completing, describeCompleted)
  const share = nameShare(parsed.query.plainText)
  const scored = kinds.map((searched) => {
    const retrievals = completed.retrievals.filter(({ kind }) => kind === searched.kind)
    const preceding = { isAboutNow: isAboutNow(text), findCopies: copyFinder(searched.store) }
    return { ...searched, ...preceding, today: localDay(searched.now), retrievals, nameShare: share }
  })
  const rerank = rerankBy(request, source, completed)
  const times = { time, listsAll }
  const ranked = await rank(scored, { ...times, rerank, runStage })
  return { kinds, parsed, ...times, retrievers, retrieved, completed, scored, ...ranked, stages, runStage }
}

/** Retrieves without the query's phrases if nothing has them. */
async function retrieveOrRelax(
  parsed: Parsed,
  retrieving: Parameters<typeof retrieve>[1],
  options: SearchRequest['options'],
) {
  const retrieved = await retrieve(parsed, retrieving)
  const hasFound = retrieved.retrievals.some(({ candidates }) => candidates.length > 0)
  if (hasFound || !parsed.query.isRelaxable) return { ...retrieved, parsed }
  const relaxed = await withoutPhrases(parsed, { kinds: retrieving.kinds, options })
  return { ...(await retrieve(relaxed, retrieving)), parsed: relaxed }
}

function rerankBy(
  { kinds, options: { signal } }: SearchRequest,
  { reranker, deadline: openDeadline }: SearchSource,
  { queries }: Completed,
) {
  const [first] = kinds
  const { plainText: query, isSecret } = (first && queries.get(first.kind)) ?? {}
  if (!reranker || !first || query === undefined) return undefined
  if (isSecret && reranker.host !== null) return undefined
  const { rerankCandidates: candidates, rerankDeadline: deadline } = first.settings
  const readers = new Map(kinds.map(({ kind, store }) => [kind, store]))
  const reranking = { readers, reranker, query, candidates, limits: { openDeadline, deadline, signal } }
  return async (rankings: readonly Ranking[]) =>
    (await import('./stages/rerank.js')).rerank(rankings, reranking)
}

const describeParsed = ({ query: { terms, stopWords } }: Parsed): string =>
  `${count(terms.length, 'term')}, ${count(stopWords.length, 'stop word')}`

function describeRetrieved({ queries, retrievals }: Retrieved): string {
  const kinds = Array.from(queries.keys(), (kind) => ({ kind }))
  return perKind(kinds, ({ kind }) =>
    retrievals
      .filter((retrieval) => retrieval.kind === kind)
      // An additional retriever often finds nothing.
      .filter(({ retriever, candidates }) => candidates.length > 0 || !addsCandidates(retriever))
      .map(({ retriever, candidates }) => `${retriever.name} ${count(candidates.length, 'candidate')}`)
      .join(', '),
  )
}

function describeCompleted({ retrievals }: Completed): string {
  const added = retrievals.reduce((sum, { candidates, scores }) => sum + scores.size - candidates.length, 0)
  return `${count(added, 'score')} added`
}
