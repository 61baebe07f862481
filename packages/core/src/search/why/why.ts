import { createKeywordScorer, decodeTermList, neededCounts } from '@recallite/keyword/ranking'
import type { DocumentAddress, SearchFilter, Store } from '@recallite/store'
import { chunkIdsOf } from '../../get/chunk-ids.js'
import { hasAnswered, retrieve, type CompleteRetrieval, type Retrieval } from '../stages/retrieve.js'
import { runStages, type SearchRequest, type SearchSource, type SearchTrace } from '../run-stages.js'
import type { SearchedKind } from '../searched-kind.js'
import type { RetrieverScore } from '../retrievers/retriever.js'
import { maximumLimit } from '../../search-ranges.js'
import { diversify, toSpan, type Diversified } from '../stages/diversify.js'
import { fuse } from '../stages/fuse.js'
import { threshold } from '../stages/threshold.js'
import { locateDocument, type DocumentSource } from './locate-document.js'
import { judge, type ChunkTrace, type RetrieverTrace, type WhyReport } from './verdict.js'
import { describeFeature, type Query, withRequiredTerms } from '../query.js'

interface WhyRequest extends Pick<SearchRequest, 'options'> {
  readonly query: string
  readonly path: string
  readonly searched: SearchedKind
}

/**
 * Runs the stages of a search, and traces the document's best chunk through them.
 * @throws MemoryError as `search` and `locateDocument`
 */
export async function why(
  { query, path: where, searched, options }: WhyRequest,
  source: SearchSource & DocumentSource,
): Promise<WhyReport> {
  const located = await locateDocument(where, source)
  const { root, path } = located
  if (located.kind === 'unindexed') {
    const verdict = `Not shown: ${path} is not indexed: ${located.reason}.`
    const none = { isIndexed: false, isShown: false, search: null, chunk: null }
    return { query, root, path, ...none, verdict, advice: located.fix }
  }
  const trace = await runStages({ text: query, kinds: [searched], options }, source)
  const chunk = await traceChunk(located, trace, searched)
  const { decision, stages } = trace
  const { confidence, abstained } = decision
  const { limit, threshold: minimum } = searched.settings
  const search = { limit, threshold: minimum, confidence, abstained, stages }
  const judged = judge({ path, chunk, search })
  return { query, root, path, isIndexed: true, ...judged, search, chunk }
}

async function traceChunk(
  address: DocumentAddress,
  trace: SearchTrace,
  searched: SearchedKind,
): Promise<ChunkTrace | null> {
  const { kind, store, settings } = searched
  const { parsed, completed, adjusted } = trace
  const query = completed.queries.get(kind) ?? parsed.query
  const idsOf = async (filter?: SearchFilter) => new Set(await chunkIdsOf(store, address, filter))
  const ids = await idsOf()
  const how = { limit: maximumLimit, settingsOf: () => settings }
  const diversified = await diversify(adjusted, new Map([[kind, store]]), how)
  const { judged = trace.diversified.ranking } = trace.diversified
  const retrievals = await scoreChunks([...ids], trace)
  const ranked = rankChunks(retrievals, trace)
  // In order: results, possible results, candidates, and chunks that no retriever found.
  const rankings = [...trace.decision.ranking, ...diversified.ranking, ...adjusted, ...ranked]
  const best = rankings.find((item) => ids.has(item.id))
  if (!best) return null
  const { items } = await store.readItems([best.id])
  const filtered = await idsOf(parsed.filters.get(kind))
  const required = await idsOf(withRequiredTerms(undefined, query))
  const fusedRank = trace.fused.findIndex(({ id }) => id === best.id)
  const [item] = items
  const lines = item?.locator ?? { startLine: 0, endLine: 0 }
  return {
    id: best.id,
    startLine: lines.startLine,
    endLine: lines.endLine,
    heading: item?.attributes.heading ?? [],
    passesFilters: filtered.has(best.id),
    hasRequiredWords: required.has(best.id),
    terms: await traceTerms(best.id, query, store),
    retrievers: await traceRetrievers(best.id, trace, { searched, retrievals }),
    fused: fusedRank < 0 ? null : { rank: fusedRank + 1, of: trace.fused.length, score: best.fused.score },
    confidence: best.confidence,
    adjustment: best.adjustment ?? null,
    ...positionOf(best.id, diversified),
    isCut: !threshold({ ...diversified, judged }, [searched]).ranking.some(({ id }) => id === best.id),
  }
}

/** Every retriever's scores of the chunks of a document, even of those that none found. */
function scoreChunks(ids: readonly string[], { completed }: SearchTrace): Promise<CompleteRetrieval[]> {
  const scored = completed.retrievals.map(async (retrieval): Promise<CompleteRetrieval> => {
    const scores = await retrieval.score(ids).catch(() => new Map<string, RetrieverScore>())
    const candidates = Array.from(scores, ([id, score]) => ({ id, ...score }))
    return { ...retrieval, scores, candidates: candidates.toSorted((a, b) => b.score - a.score) }
  })
  return Promise.all(scored)
}

/** Ranks the chunks of a document without others. */
function rankChunks(
  retrievals: readonly CompleteRetrieval[],
  { scored: [scored], kinds: [searched] }: SearchTrace,
) {
  return scored && searched ? fuse({ ...scored, retrievals }, { ...searched.settings, matchMode: 'any' }) : []
}

/** The maximum rank that is reported. */
const maxRank = 10_000

interface Scored {
  readonly searched: SearchedKind
  /** With the scores of the chunk. */
  readonly retrievals: readonly CompleteRetrieval[]
}

/** Retrieves again with many more candidates if the chunk is none, to find its ranks. */
async function traceRetrievers(
  id: string,
  { parsed, retrievers, retrieved, completed, fused }: SearchTrace,
  { searched, retrievals }: Scored,
): Promise<RetrieverTrace[]> {
  const settings = { ...searched.settings, candidates: maxRank }
  const found = fused.some((item) => item.id === id)
    ? retrieved
    : await retrieve(parsed, { kinds: [{ ...searched, settings }], retrievers })
  return retrieved.retrievals.map(({ retriever: { name } }) => {
    const named = <Each extends Retrieval>(list: readonly Each[]) =>
      list.find(({ retriever }) => retriever.name === name)
    const [retrieval, all, scored] = [named(completed.retrievals), named(found.retrievals), named(retrievals)]
    if (!retrieval) return { name, state: 'off', rank: null, candidates: 0, score: null, isPending: false }
    const index = all?.candidates.findIndex((candidate) => candidate.id === id) ?? -1
    const score = scored?.scores.get(id)?.score ?? null
    const isPending = hasAnswered(retrieval) && retrieval.missingReason !== undefined && score === null
    const { state, candidates } = retrieval
    return {
      name,
      state,
      rank: index < 0 ? null : index + 1,
      candidates: candidates.length,
      score,
      isPending,
    }
  })
}

/** Which content terms a chunk contains: those that give it a score by themselves. */
async function traceTerms(id: string, query: Query, store: Store) {
  const [list] = await store.readTermLists([id])
  const occurrences = list && decodeTermList(list.termList)
  const [matched, missing]: [Set<string>, Set<string>] = [new Set(), new Set()]
  for (const term of query.scoring.filter(({ isContentTerm }) => isContentTerm)) {
    const scorer = createKeywordScorer([term], await store.readCounts(neededCounts([term])))
    const isMatched = occurrences !== undefined && scorer.bm25(occurrences) > 0
    const named = isMatched ? matched : missing
    named.add(describeFeature(term.feature))
  }
  return { matched: [...matched], missing: [...missing] }
}

function positionOf(
  id: string,
  { ranking, omissions }: Diversified,
): Pick<ChunkTrace, 'omission' | 'position'> {
  const omitted = omissions.get(id)
  const into = omitted && 'into' in omitted ? omitted.into : undefined
  const index = ranking.findIndex((item) => item.id === (into ?? id))
  const position = index < 0 ? null : index + 1
  const better = into === undefined ? undefined : ranking[index]
  return { omission: omitted ? { kind: omitted.kind, into: better ? toSpan(better) : null } : null, position }
}
