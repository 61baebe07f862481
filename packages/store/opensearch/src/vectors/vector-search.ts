import { assertVector, scoreByNearest, unitVector, type Candidate, type Space } from '@recallite/store'
import type { VectorRequest, VectorScore } from '@recallite/store'
import { search, type Session } from '../connection/session.js'
import type { EmbeddedText } from '../documents/chunk-parts.js'
import { ofOneVersion } from '../documents/valid-versions.js'
import { filterQuery } from '../filter/filter-query.js'
import { allOf, isOneOf, type Query } from '../keyword/match-query.js'
import { findSpace } from './spaces.js'

/** If at most this number of chunks pass a filter, all of them are compared. */
const maxCompared = 10_000

/** The server's maximum number of nearest vectors. */
const maxNearest = 10_000

/** A vector, and the index that it is compared with. */
interface Comparison {
  readonly index: string
  readonly vector: readonly number[]
}

async function compareIn(session: Session, space: Space, vector: Float32Array): Promise<Comparison> {
  const { vectors } = await findSpace(session, space)
  assertVector(vector, space.dimensions)
  return { index: session.index({ vectors }), vector: [...unitVector(vector)] }
}

/** See `Store.findByVector`. */
export async function findByVector(
  session: Session,
  { space, vector, limit, filter }: VectorRequest,
): Promise<Candidate[]> {
  const comparison = await compareIn(session, space, vector)
  const within = await filterQuery(session, filter)
  if (limit < 1) return []
  if (filter && (await countUpTo(session, within, maxCompared + 1)) <= maxCompared) {
    const chunks = await embeddedChunks(session, within, maxCompared)
    const scores = await scoreTexts(
      session,
      comparison,
      chunks.flatMap(({ textKeys }) => textKeys),
    )
    return bestOf(chunks, scores, limit)
  }
  for (let count = Math.max(100, 2 * limit); ; count *= 4) {
    const most = Math.min(count, maxNearest)
    const scores = await nearest(session, comparison, { count: most })
    const chunks = await embeddedChunks(
      session,
      allOf([within, isOneOf('textKeys', scores.keys())]),
      maxNearest,
    )
    if (chunks.length >= limit || scores.size < most || most === maxNearest)
      return bestOf(chunks, scores, limit)
  }
}

interface EmbeddedChunk {
  readonly doc: string
  readonly version: string
  readonly id: string
  readonly textKeys: readonly string[]
}

type Values<Shape> = {
  readonly [Name in keyof Shape]?: Shape[Name] extends readonly unknown[] ? Shape[Name] : [Shape[Name]]
}

async function embeddedChunks(
  session: Session,
  query: Query,
  size: number,
): Promise<readonly EmbeddedChunk[]> {
  const { hits } = await search<unknown, unknown, Values<EmbeddedChunk>>(session, session.index('chunks'), {
    query: allOf([query, { exists: { field: 'textKeys' } }]),
    size,
    _source: false,
    docvalue_fields: ['doc', 'version', 'id', 'textKeys'],
  })
  const chunks = hits.hits.map(({ fields }) => {
    const { doc: [doc] = [''], version: [version] = [''], id: [id] = [''], textKeys = [] } = fields
    return { doc, version, id, textKeys }
  })
  return ofOneVersion(session, chunks)
}

async function countUpTo(session: Session, query: Query, max: number): Promise<number> {
  const { hits } = await search(session, session.index('chunks'), { query, size: 0, track_total_hits: max })
  return hits.total?.value ?? 0
}

/** The chunks with the highest scores, of which each has the highest of its texts. */
function bestOf(
  chunks: readonly EmbeddedChunk[],
  scores: ReadonlyMap<string, number>,
  limit: number,
): Candidate[] {
  const byId = new Map(
    chunks.map(({ id, textKeys }) => [id, Math.max(...textKeys.map((key) => scores.get(key) ?? -Infinity))]),
  )
  const candidates = [...byId].flatMap(([id, score]) => (score === -Infinity ? [] : [{ id, score }]))
  return candidates.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit)
}

/** See `Store.scoreByVector`. */
export async function scoreByVector(
  session: Session,
  { space, vector, ids }: Pick<VectorRequest, 'space' | 'vector'> & { readonly ids: readonly string[] },
): Promise<Map<string, VectorScore>> {
  const comparison = await compareIn(session, space, vector)
  if (ids.length === 0) return new Map()
  const chunks = await chunksWithTexts(session, ids)
  const scores = await scoreTexts(
    session,
    comparison,
    chunks.flatMap(({ texts }) => texts.map(({ key }) => key)),
  )
  return scoreByNearest(
    chunks.flatMap(({ id, texts }) =>
      texts.flatMap(({ key, from, to }) => {
        const score = scores.get(key)
        return score === undefined ? [] : [{ id, score, from, to }]
      }),
    ),
  )
}

interface ChunkWithTexts extends Omit<EmbeddedChunk, 'textKeys'> {
  readonly texts: readonly EmbeddedText[]
}

async function chunksWithTexts(session: Session, ids: readonly string[]): Promise<readonly ChunkWithTexts[]> {
  const { hits } = await search<ChunkWithTexts>(session, session.index('chunks'), {
    query: isOneOf('id', ids),
    size: 2 * ids.length,
    _source: ['doc', 'version', 'id', 'texts'],
  })
  return ofOneVersion(
    session,
    hits.hits.map(({ _source }) => _source),
  )
}

/** The similarities of texts, by their keys. If a filter passes no more vectors than are requested, the server compares all of them. */
async function scoreTexts(
  session: Session,
  comparison: Comparison,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const distinct = [...new Set(keys)]
  const scores = new Map<string, number>()
  for (let from = 0; from < distinct.length; from += maxNearest) {
    const part = distinct.slice(from, from + maxNearest)
    const found = await nearest(session, comparison, { count: part.length, filter: isOneOf('key', part) })
    for (const [key, score] of found) scores.set(key, score)
  }
  return scores
}

/** The texts with the nearest vectors, and their similarities. */
async function nearest(
  session: Session,
  { index, vector }: Comparison,
  { count, filter }: { readonly count: number; readonly filter?: Query },
): Promise<Map<string, number>> {
  const { hits } = await search(session, index, {
    query: { knn: { vector: { vector, k: count, ...(filter && { filter }) } } },
    size: count,
    _source: false,
  })
  return new Map(hits.hits.map(({ _id, _score }) => [_id, cosineOf(_score ?? 0)]))
}

/** The server's score is (1 + cosine) / 2. */
const cosineOf = (score: number): number => Math.max(-1, Math.min(1, 2 * score - 1))
