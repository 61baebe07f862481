import { createKeywordScorer, decodeTermList, wantedCounts } from '@recallite/keyword/ranking'
import type { DocumentAddress, SearchFilter, Store } from '@recallite/store'
import { chunkIdsOf } from '../../get/read-indexed.js'
import type { RetrieverName } from '../answer.js'
import { describeFeature, withRequiredTerms } from '../stages/parse.js'
import type { RetrieverScore, CompleteRetrieval } from '../stages/retrieve.js'
import { runStages, type SearchSource, type SearchTrace } from '../run-stages.js'
import type { SearchOptions } from '../search-options.js'
import { maximumLimit } from '../../search-ranges.js'
import { diversify, toSpan, type Diversified } from '../stages/diversify.js'
import { fuse } from '../stages/fuse.js'
import { locateDocument, type DocumentSource } from './locate-document.js'
import { judge, type ChunkTrace, type RetrieverTrace, type WhyReport } from './verdict.js'

/**
 * Runs the stages of a search, and says of one document what each stage made of it: of its chunk that is shown, or else that
 * ranks best.
 * @throws MemoryError as `search` and `locateDocument`
 */
export async function why(
  { query, path: where }: { readonly query: string; readonly path: string },
  source: SearchSource & DocumentSource,
  options: SearchOptions,
): Promise<WhyReport> {
  const located = await locateDocument(where, source)
  const { root, path } = located
  if (located.kind === 'unindexed') {
    const verdict = `Not shown: ${path} is not indexed: ${located.reason}.`
    const none = { isIndexed: false, isShown: false, search: null, chunk: null }
    return { query, root, path, ...none, verdict, advice: located.fix }
  }
  const trace = await runStages(query, source, options)
  const chunk = await traceChunk(located, trace, source.store)
  const { settings, decision, stages } = trace
  const { limit, threshold } = settings
  const abstained = decision.heldBack > 0
  const search = { limit, threshold, confidence: decision.confidence, abstained, stages }
  const retrievers = trace.completed.retrievals.map(({ state }) => state)
  const judged = judge({ path, chunk, search, retrievers })
  return { query, root, path, isIndexed: true, ...judged, search, chunk }
}

async function traceChunk(
  address: DocumentAddress,
  trace: SearchTrace,
  store: Store,
): Promise<ChunkTrace | null> {
  const { parsed, completed, settings, adjusted } = trace
  const idsOf = async (filter?: SearchFilter) => new Set(await chunkIdsOf(store, address, filter))
  const ids = await idsOf()
  const diversified = await diversify(adjusted, store, { ...settings, limit: maximumLimit })
  const ranked = await rankChunks([...ids], trace)
  // What is shown comes first, then what could be shown, and last what no retriever found.
  const rankings = [...trace.decision.ranking, ...diversified.ranking, ...adjusted, ...ranked]
  const best = rankings.find((item) => ids.has(item.id))
  if (!best) return null
  const { items } = await store.readItems([best.id])
  const filtered = await idsOf(parsed.filter)
  const required = await idsOf(withRequiredTerms(undefined, completed.query))
  const fusedRank = trace.fused.findIndex(({ id }) => id === best.id)
  const found = items[0]
  const lines = found?.locator ?? { startLine: 0, endLine: 0 }
  return {
    id: best.id,
    startLine: lines.startLine,
    endLine: lines.endLine,
    heading: found?.attributes.heading ?? [],
    passesFilters: filtered.has(best.id),
    hasRequiredWords: required.has(best.id),
    keyword: { ...(await traceTerms(best.id, trace, store)), ...traceRetriever('keyword', best.id, trace) },
    vector: traceRetriever('vector', best.id, trace),
    fused: fusedRank < 0 ? null : { rank: fusedRank + 1, of: trace.fused.length, score: best.fused.score },
    confidence: best.confidence,
    adjustment: best.adjustment ?? null,
    ...positionOf(best.id, diversified),
    isCut: settings.thresholdOn === 'fused' && best.fused.score < settings.threshold,
  }
}

/** The chunks of a document as the search would rank them if there were no others, also where no retriever found them. */
async function rankChunks(ids: readonly string[], { completed, scored, settings }: SearchTrace) {
  const retrievals = completed.retrievals.map(async (retrieval): Promise<CompleteRetrieval> => {
    const scores = await retrieval.score(ids).catch(() => new Map<string, RetrieverScore>())
    const candidates = Array.from(scores, ([id, score]) => ({ id, ...score }))
    return { ...retrieval, scores, candidates: candidates.toSorted((a, b) => b.score - a.score) }
  })
  const own = { ...scored, retrievals: await Promise.all(retrievals) }
  return fuse(own, { ...settings, matchMode: 'any' })
}

function traceRetriever(name: RetrieverName, id: string, { completed }: SearchTrace): RetrieverTrace {
  const retrieval = completed.retrievals.find(({ retriever }) => retriever.name === name)
  if (!retrieval) return { state: 'off', rank: null, candidates: 0, score: null }
  const { state, candidates, scores } = retrieval
  const index = candidates.findIndex((candidate) => candidate.id === id)
  const score = scores.get(id)?.score ?? null
  return { state, rank: index < 0 ? null : index + 1, candidates: candidates.length, score }
}

/** Which of the query's terms a chunk contains: those that it has a score for alone. */
async function traceTerms(id: string, { completed: { query } }: SearchTrace, store: Store) {
  const [list] = await store.readTermLists([id])
  const occurrences = list && decodeTermList(list.termList)
  const [matched, missing]: [Set<string>, Set<string>] = [new Set(), new Set()]
  for (const term of query.scoring.filter(({ isContentTerm }) => isContentTerm)) {
    const scorer = createKeywordScorer([term], await store.readCounts(wantedCounts([term])))
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
