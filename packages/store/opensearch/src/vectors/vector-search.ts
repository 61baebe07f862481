import { assertVector, scoreByNearest, unitVector, type Candidate, type Space } from '@recallite/store'
import type { VectorRequest, VectorScore } from '@recallite/store'
import { count, search, type Part, type Session } from '../connection/session.js'
import { readTexts, type EmbeddedText } from '../documents/chunk-parts.js'
import { ofOneVersion } from '../documents/valid-versions.js'
import { filterQuery } from '../filter/filter-query.js'
import { allOf, isOneOf, type Query } from '../keyword/match-query.js'
import { findSpace } from './spaces.js'

/** If at most this number of chunks pass a filter, all of them are compared. */
const maxCompared = 10_000

/** The server's maximum number of nearest vectors. */
const maxNearest = 10_000

/** See `Store.findByVector`. */
export async function findByVector(
  session: Session,
  { space, vector, limit, filter }: VectorRequest,
): Promise<Candidate[]> {
  const comparison = await compareIn(session, space, vector)
  const within = await filterQuery(session, filter)
  if (limit < 1) return []
  if (filter && (await count(session, 'chunks', within, maxCompared + 1)) <= maxCompared) {
    const chunks = await readChunks(session, within, maxCompared)
    return bestOf(scoreChunks(chunks, await scoreTexts(session, comparison, chunks)), limit)
  }
  for (let most = Math.max(100, 2 * limit); ; most *= 4) {
    const size = Math.min(most, maxNearest)
    const scores = await nearest(session, comparison, { size })
    const chunks = await readChunks(session, allOf(within, isOneOf('textKeys', scores.keys())), maxNearest)
    const isEnough = chunks.length >= limit || scores.size < size || size === maxNearest
    if (isEnough) return bestOf(scoreChunks(chunks, scores), limit)
  }
}

/** See `Store.scoreByVector`. */
export async function scoreByVector(
  session: Session,
  { space, vector, ids }: Pick<VectorRequest, 'space' | 'vector'> & { readonly ids: readonly string[] },
): Promise<Map<string, VectorScore>> {
  const comparison = await compareIn(session, space, vector)
  if (ids.length === 0) return new Map()
  const chunks = await readChunks(session, isOneOf('id', ids), 2 * ids.length)
  return scoreChunks(chunks, await scoreTexts(session, comparison, chunks))
}

/** A vector, and the index that it is compared with. */
interface Comparison {
  readonly part: Part
  readonly vector: readonly number[]
}

async function compareIn(session: Session, space: Space, vector: Float32Array): Promise<Comparison> {
  const { vectors } = await findSpace(session, space)
  assertVector(vector, space.dimensions)
  return { part: { vectors }, vector: [...unitVector(vector)] }
}

interface EmbeddedChunk {
  readonly doc: string
  readonly version: string
  readonly id: string
  readonly texts: readonly EmbeddedText[]
}

interface Fields extends Readonly<Record<'doc' | 'version' | 'id', readonly [string]>> {
  readonly texts?: readonly string[]
}

async function readChunks(session: Session, query: Query, size: number): Promise<readonly EmbeddedChunk[]> {
  const body = { query, size, _source: false, docvalue_fields: ['doc', 'version', 'id', 'texts'] }
  const { hits } = await search<unknown, unknown, Fields>(session, 'chunks', body)
  const chunks = hits.map(({ fields: { doc, version, id, texts = [] } }) => {
    return { doc: doc[0], version: version[0], id: id[0], texts: readTexts(texts) }
  })
  return ofOneVersion(session, chunks)
}

/** The similarity of each chunk to the nearest of its texts that have a score. */
function scoreChunks(
  chunks: readonly EmbeddedChunk[],
  scores: ReadonlyMap<string, number>,
): Map<string, VectorScore> {
  return scoreByNearest(
    chunks.flatMap(({ id, texts }) =>
      texts.flatMap(({ key, ...span }) => {
        const score = scores.get(key)
        return score === undefined ? [] : [{ id, score, ...span }]
      }),
    ),
  )
}

function bestOf(scores: ReadonlyMap<string, VectorScore>, limit: number): Candidate[] {
  const candidates = [...scores].map(([id, { score }]) => ({ id, score }))
  return candidates.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit)
}

/** The similarities of the texts of chunks, by their keys. */
async function scoreTexts(
  session: Session,
  comparison: Comparison,
  chunks: readonly EmbeddedChunk[],
): Promise<Map<string, number>> {
  const keys = [...new Set(chunks.flatMap(({ texts }) => texts.map(({ key }) => key)))]
  const scores = new Map<string, number>()
  for (let from = 0; from < keys.length; from += maxNearest) {
    const part = keys.slice(from, from + maxNearest)
    // The server compares all vectors that pass a filter if it may return all of them.
    const found = await nearest(session, comparison, { size: part.length, filter: isOneOf('key', part) })
    for (const [key, score] of found) scores.set(key, score)
  }
  return scores
}

/** The texts with the nearest vectors, and their similarities. */
async function nearest(
  session: Session,
  { part, vector }: Comparison,
  { size, filter }: { readonly size: number; readonly filter?: Query },
): Promise<Map<string, number>> {
  const knn = { vector: { vector, k: size, ...(filter && { filter }) } }
  const { hits } = await search(session, part, { query: { knn }, size, _source: false })
  // The server's score is (1 + cosine) / 2.
  return new Map(hits.map(({ id, score }) => [id, Math.max(-1, Math.min(1, 2 * score - 1))]))
}
