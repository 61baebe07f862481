import type { RankedList } from '@recallite/fusion'
import type { Hit, KeywordScore, Store } from '@recallite/store'
import { reasonOf } from '../reason-of.js'
import type { Degradation, RetrieverName } from './answer.js'
import type { KeywordRetrieval } from './keyword-retriever.js'
import type { Retrieval } from './retrieval.js'
import type { SearchSettings } from './search-options.js'
import type { VectorRetrieval } from './vector-retriever.js'

/** What both retrievers say of every candidate of either. */
export interface CompleteScores {
  /** Empty where the question has no words or the keyword index failed. */
  readonly keyword: ReadonlyMap<string, KeywordScore>
  /** Without the chunks that have no vector in the space. */
  readonly cosine: ReadonlyMap<string, number>
  /** What is not as it should be. */
  readonly degraded: readonly Degradation[]
}

/** Runs a look-up; where it fails, nothing is known and the reason is told. */
async function shielded<Score>(
  retriever: RetrieverName,
  lookUp: () => Promise<Map<string, Score>>,
): Promise<Pick<CompleteScores, 'degraded'> & { scores: Map<string, Score> }> {
  try {
    return { scores: await lookUp(), degraded: [] }
  } catch (error) {
    return { scores: new Map(), degraded: [{ retriever, reason: reasonOf(error) }] }
  }
}

const noVectorYet = {
  retriever: 'vector',
  reason: "some of the candidates have no vector yet: run 'recallite index' with the model",
} as const

/** Both retrievers' findings. */
export interface Retrievals {
  readonly keyword: KeywordRetrieval
  readonly vector: VectorRetrieval
}

/** What was found by its words is scored already. */
async function scoreWords(
  store: Store,
  { state, question, hits }: KeywordRetrieval,
  ids: readonly string[],
): Promise<Map<string, KeywordScore>> {
  if (question.tree === null || state === 'failed') return new Map()
  const found = new Map(hits.map(({ id, score, matched }) => [id, { bm25: score, matched }]))
  const rest = ids.filter((id) => !found.has(id))
  if (rest.length === 0) return found
  const scored = await store.scoreKeyword({ terms: question.scoring, ids: rest })
  return new Map([...found, ...scored])
}

/** The BM25 of what only the vectors found, the cosine of what only the words found: one look-up each. */
export async function completeScores(store: Store, { keyword, vector }: Retrievals): Promise<CompleteScores> {
  const ids = [...new Set([...keyword.hits, ...vector.hits].map(({ id }) => id))]
  const { queryVector } = vector
  const [words, cosines] = await Promise.all([
    shielded('keyword', () => scoreWords(store, keyword, ids)),
    shielded('vector', async () =>
      queryVector
        ? store.scoreVector({ space: queryVector.space, vector: queryVector.vector, ids })
        : new Map(),
    ),
  ])
  const lacksVectors = queryVector && cosines.degraded.length === 0 && cosines.scores.size < ids.length
  return {
    keyword: words.scores,
    cosine: cosines.scores,
    degraded: [...words.degraded, ...cosines.degraded, ...(lacksVectors ? [noVectorYet] : [])],
  }
}

interface Completion {
  /** The retriever's score of every candidate; undefined where scores are not to be completed. */
  readonly scores: ReadonlyMap<string, number> | undefined
  /** How much of the question a candidate matches, as far as that is known. */
  readonly coverageOf?: (id: string) => number | undefined
}

function toList(
  list: Omit<RankedList, 'items'>,
  hits: readonly Hit[],
  { scores, coverageOf = () => undefined }: Completion,
): RankedList {
  const found = new Map(hits.map(({ id, score }, index) => [id, { id, score, foundRank: index + 1 }]))
  const rest = [...(scores ?? [])].flatMap(([id, score]) =>
    found.has(id) ? [] : [{ id, score, foundRank: null }],
  )
  const items = [...found.values(), ...rest].map((item) => ({ ...item, coverage: coverageOf(item.id) }))
  return { ...list, items }
}

/** Whether a retriever was asked and answered, with hits or without. */
export function wasAsked({ state }: Retrieval): boolean {
  return state === 'ok' || state === 'empty'
}

/**
 * Both retrievers' lists for fusion: of what each found, and where scores are complete of all the rest too. A
 * retriever that found nothing gives an empty list, one that was not asked or failed gives none.
 */
export function rankedLists(
  { keyword, vector }: Retrievals,
  scores: CompleteScores,
  settings: Pick<SearchSettings, 'weights' | 'completeScores'>,
): RankedList[] {
  const { weights } = settings
  const lists: RankedList[] = []
  if (wasAsked(keyword)) {
    const list = { source: 'keyword', weight: weights.keyword, minimum: 0 }
    const bm25 = new Map([...scores.keyword].map(([id, score]) => [id, score.bm25]))
    const coverageOf = (id: string) => scores.keyword.get(id)?.matched
    lists.push(toList(list, keyword.hits, { scores: settings.completeScores ? bm25 : undefined, coverageOf }))
  }
  if (wasAsked(vector)) {
    const list = { source: 'vector', weight: weights.vector, minimum: -1 }
    lists.push(toList(list, vector.hits, { scores: settings.completeScores ? scores.cosine : undefined }))
  }
  return lists
}
