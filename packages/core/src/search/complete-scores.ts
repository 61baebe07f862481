import type { RankedList } from '@recallite/fusion'
import type { Hit, KeywordScore, Store } from '@recallite/store'
import { reasonOf } from '../reason-of.js'
import type { RetrieverName } from './answer.js'
import type { KeywordReading } from './keyword-retriever.js'
import type { Retrieval } from './retrieval.js'
import type { VectorRetrieval } from './vector-retriever.js'

/** What both retrievers say of every candidate of either. */
export interface CompleteScores {
  /** Empty where the question has no words or the keyword index failed. */
  readonly keyword: ReadonlyMap<string, KeywordScore>
  /** Without the chunks that have no vector in the space. */
  readonly cosine: ReadonlyMap<string, number>
  /** What is not as it should be. */
  readonly degraded: readonly { readonly retriever: RetrieverName; readonly reason: string }[]
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

/** The BM25 of what only the vectors found, the cosine of what only the words found: one look-up each. */
export async function completeScores(
  store: Store,
  { query, terms }: KeywordReading,
  { keyword, vector }: { keyword: Retrieval; vector: VectorRetrieval },
): Promise<CompleteScores> {
  const ids = [...new Set([...keyword.hits, ...vector.hits].map(({ id }) => id))]
  const { queryVector } = vector
  const [words, cosines] = await Promise.all([
    shielded('keyword', async () =>
      query === null || keyword.state === 'failed' ? new Map() : store.scoreKeyword({ query, terms, ids }),
    ),
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

function toList(
  list: Omit<RankedList, 'items'>,
  hits: readonly Hit[],
  completed: ReadonlyMap<string, number> | undefined,
): RankedList {
  const found = new Map(hits.map(({ id, score }, index) => [id, { id, score, foundRank: index + 1 }]))
  const rest = [...(completed ?? [])].flatMap(([id, score]) =>
    found.has(id) ? [] : [{ id, score, foundRank: null }],
  )
  return { ...list, items: [...found.values(), ...rest] }
}

function wasAsked({ state }: Retrieval): boolean {
  return state === 'ok' || state === 'empty'
}

/**
 * Both retrievers' lists for fusion: of what each found, and where scores are complete of all the rest too. A
 * retriever that found nothing gives an empty list, one that was not asked or failed gives none.
 */
export function rankedLists(
  retrievals: { keyword: Retrieval; vector: VectorRetrieval },
  scores: CompleteScores | undefined,
  weights: Readonly<Record<'vector' | 'keyword', number>>,
): RankedList[] {
  const { keyword, vector } = retrievals
  const bm25 = scores && new Map([...scores.keyword].map(([id, score]) => [id, score.bm25]))
  const lists: RankedList[] = []
  if (wasAsked(keyword)) {
    lists.push(toList({ source: 'keyword', weight: weights.keyword, minimum: 0 }, keyword.hits, bm25))
  }
  if (wasAsked(vector)) {
    lists.push(toList({ source: 'vector', weight: weights.vector, minimum: -1 }, vector.hits, scores?.cosine))
  }
  return lists
}
