import { assertVector, scoreByNearest, unitVector, type Candidate, type Space } from '@recallite/store'
import type { Store, VectorScore } from '@recallite/store'
import { count, search, type Part, type Session } from '../connection/session.js'
import { findChunks, readText } from '../documents/stored-documents.js'
import { filterQuery } from '../filter/filter-query.js'
import { allOf, isOneOf, type Query } from '../keyword/word-index.js'
import { findSpace } from './vectors.js'

/** The server's maximum number of nearest vectors. If a filter passes no more chunks, all of them are compared. */
const maxNearest = 10_000

export const createVectorSearch = (session: Session) =>
  ({
    async findByVector({ space, vector, limit, filter }) {
      const comparison = await compareIn(session, space, vector)
      const query = await filterQuery(session, filter)
      if (limit < 1) return []
      const body = { query, track_total_hits: maxNearest + 1 }
      if (filter && (await count(session, 'chunks', body)) <= maxNearest) {
        const chunks = await readChunks(session, query, maxNearest)
        return bestOf(scoreChunks(chunks, await scoreTexts(session, comparison, chunks)), limit)
      }
      for (let size = Math.max(100, 2 * limit); ; size *= 4) {
        const scores = await nearest(session, comparison, Math.min(size, maxNearest))
        const within = allOf(query, isOneOf('textKeys', scores.keys()))
        const chunks = await readChunks(session, within, maxNearest)
        const isEnough = chunks.length >= limit || scores.size < size
        if (isEnough || size >= maxNearest) return bestOf(scoreChunks(chunks, scores), limit)
      }
    },
    async scoreByVector({ space, vector, ids }) {
      const comparison = await compareIn(session, space, vector)
      if (ids.length === 0) return new Map()
      const chunks = await readChunks(session, isOneOf('id', ids), 2 * ids.length)
      return scoreChunks(chunks, await scoreTexts(session, comparison, chunks))
    },
  }) satisfies Pick<Store, 'findByVector' | 'scoreByVector'>

/** A vector, and the index that it is compared with, or some of its texts. */
type Comparison = { readonly part: Part; readonly vector: readonly number[]; readonly filter?: Query }

async function compareIn(session: Session, space: Space, vector: Float32Array): Promise<Comparison> {
  const { part } = await findSpace(session, space)
  assertVector(vector, space.dimensions)
  return { part, vector: [...unitVector(vector)] }
}

async function readChunks(session: Session, query: Query, size: number) {
  const chunks = await findChunks(session, 'texts', { query, size })
  return chunks.map(({ id, values }) => ({ id, texts: values.map(readText) }))
}

type EmbeddedChunks = Awaited<ReturnType<typeof readChunks>>

/** The similarity of each chunk to the nearest of its texts that have a score. */
function scoreChunks(chunks: EmbeddedChunks, scores: ReadonlyMap<string, number>) {
  const texts = chunks.flatMap(({ id, texts: embedded }) =>
    embedded.map(({ key, ...span }) => ({ id, score: scores.get(key) ?? -Infinity, ...span })),
  )
  return scoreByNearest(texts)
}

function bestOf(scores: ReadonlyMap<string, VectorScore>, limit: number): Candidate[] {
  const candidates = [...scores].map(([id, { score }]) => ({ id, score }))
  return candidates.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit)
}

async function scoreTexts(session: Session, comparison: Comparison, chunks: EmbeddedChunks) {
  const keys = [...new Set(chunks.flatMap(({ texts }) => texts.map(({ key }) => key)))]
  const scores = new Map<string, number>()
  for (let from = 0; from < keys.length; from += maxNearest) {
    const part = keys.slice(from, from + maxNearest)
    // The server compares all vectors that pass a filter if it may return all of them.
    const page = await nearest(session, { ...comparison, filter: isOneOf('key', part) }, part.length)
    for (const [key, score] of page) scores.set(key, score)
  }
  return scores
}

/** The texts with the nearest vectors, and their similarities. */
async function nearest(session: Session, { part, vector, filter }: Comparison, size: number) {
  const knn = { vector: { vector, k: size, ...(filter && { filter }) } }
  const hits = await search(session, part, { query: { knn }, size, _source: false })
  // The server's score is (1 + cosine) / 2.
  return new Map(hits.map(({ _id, _score }) => [_id, Math.max(-1, Math.min(1, 2 * _score - 1))]))
}
