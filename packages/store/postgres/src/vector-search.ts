import {
  StoreError,
  type Candidate,
  type Space,
  type VectorRequest,
  type VectorScore,
} from '@recallite/store'
import type { Session } from './connections.js'
import type { FilterReader } from './filter/chunks-within.js'
import type { PgVector } from './pgvector.js'
import { assertVector, spaceId, unitVector } from './spaces.js'
import { decodeText } from './text-code.js'
import { createBinder, encodeTexts, type Bind } from './values.js'
import { exactUpTo, halfOf, hasIndex } from './vector-index.js'

/** What a search by vector needs. */
export interface VectorReaders {
  readonly s: string
  readonly filters: FilterReader
  readonly pgvector: () => Promise<PgVector>
  /** Up to so many chunks of a filter are compared one by one. */
  readonly exact?: number | undefined
}

/** The vector retriever: cosine similarity within one space. */
export function createVectorSearch({ s, filters, pgvector, exact = exactUpTo }: VectorReaders) {
  async function begin(
    session: Session,
    { space, vector }: { space: Space; vector: Float32Array },
  ): Promise<Asked> {
    const extension = await pgvector()
    if (!extension.available) {
      throw new StoreError('STORE_NO_VECTOR_SEARCH', extension.reason ?? 'vector search is not available')
    }
    assertVector(vector, space.dimensions)
    const id = await spaceId(session, s, space)
    return { s, id, extension, query: unitVector(vector), dimensions: space.dimensions }
  }

  return {
    async find(session: Session, { limit, filter, ...request }: VectorRequest): Promise<Candidate[]> {
      const asked = await begin(session, request)
      const within = await filters.chunksWithin(session, filter)
      if (!(await hasIndex(session, s, asked.id))) return compareAll(session, asked, { within, limit })
      const passing = within === undefined ? undefined : await countPassing(session, within, exact)
      if (passing !== undefined && passing < exact) return compareAll(session, asked, { within, limit })
      return (
        (await findByIndex(session, asked, { within, limit })) ??
        compareAll(session, asked, { within, limit })
      )
    },

    async score(
      session: Session,
      { ids, ...request }: Pick<VectorRequest, 'space' | 'vector'> & { readonly ids: readonly string[] },
    ): Promise<Map<string, VectorScore>> {
      const asked = await begin(session, request)
      const { bind, values } = createBinder()
      const { rows } = await session.query<InputRow>(
        `SELECT public_id AS id, input.position, text_from AS "from", text_to AS "to", ${similaritySql(asked, bind)} AS cosine
         FROM ${s}.chunk JOIN ${s}.input ON chunk_id = chunk.id
         JOIN ${s}.vector ON space_id = ${asked.id} AND vector.text_hash = input.text_hash
         WHERE public_id = ANY(${bind(encodeTexts(ids))}::text[]) ORDER BY chunk.id, input.position`,
        values,
      )
      return scoreChunks(rows)
    },
  }
}

interface Asked {
  readonly s: string
  readonly id: number
  readonly extension: PgVector
  readonly query: Buffer
  readonly dimensions: number
}

interface Wanted {
  readonly within: ((bind: Bind) => string) | undefined
  readonly limit: number
}

interface InputRow {
  readonly id: string
  readonly position: number
  readonly from: number
  readonly to: number
  readonly cosine: number
}

/** The cosine of a vector with what is asked, in [-1, 1]: exact, from the numbers as they are kept. */
function similaritySql({ extension: { schema }, query }: Asked, bind: Bind): string {
  const asked = `CAST(${bind(query)}::real[] AS ${schema}.vector)`
  return `(1 - (CAST(value AS ${schema}.vector) OPERATOR(${schema}.<=>) ${asked}))`
}

async function countPassing(session: Session, within: (bind: Bind) => string, most: number): Promise<number> {
  const { bind, values } = createBinder()
  const { rows } = await session.query<{ found: number }>(
    `SELECT count(*) AS found FROM (${within(bind)} LIMIT ${most}) AS few`,
    values,
  )
  return rows[0]?.found ?? 0
}

/** Compares every vector of the chunks that pass. */
async function compareAll(session: Session, asked: Asked, { within, limit }: Wanted): Promise<Candidate[]> {
  return scoreWhere(session, asked, {
    limit,
    condition: (bind) => (within === undefined ? 'true' : `chunk_id IN (${within(bind)})`),
  })
}

interface Condition {
  readonly limit: number
  readonly condition: (bind: Bind) => string
}

/** The best chunks of those whose row of `input` meets a condition, each by all its vectors. */
async function scoreWhere(
  session: Session,
  asked: Asked,
  { limit, condition }: Condition,
): Promise<Candidate[]> {
  const { bind, values } = createBinder()
  const { s, id } = asked
  const { rows } = await session.query<Candidate>(
    `SELECT public_id AS id, score
     FROM (
       SELECT chunk_id, (coalesce(own, piece) + coalesce(piece, own)) / 2 AS score
       FROM (
         SELECT chunk_id, max(cosine) FILTER (WHERE position = 0) AS own, max(cosine) FILTER (WHERE position > 0) AS piece
         FROM (
           SELECT chunk_id, position, ${similaritySql(asked, bind)} AS cosine
           FROM ${s}.input JOIN ${s}.vector ON vector.text_hash = input.text_hash AND space_id = ${id}
           WHERE ${condition(bind)} OFFSET 0
         ) AS compared GROUP BY chunk_id
       ) AS chunks
     ) AS scored JOIN ${s}.chunk ON chunk.id = chunk_id
     ORDER BY score DESC, public_id LIMIT ${bind(limit)}`,
    values,
  )
  return rows.map((row) => ({ id: decodeText(row.id), score: row.score }))
}

/** How many of the nearest vectors are looked at first, for each chunk that is wanted and at least. */
const reachPerWanted = 4
const leastReach = 100

/** More than these are not taken from the index: a filter that keeps them all back is answered exactly. */
const mostReach = 3_200

/** What pgvector looks at for one vector, at most. */
const mostSearch = 1_000

/**
 * The best chunks by the nearest vectors that the index gives. More of them are taken until so many chunks pass and none that was not
 * seen can be better; undefined if too few chunks pass among those that can be taken.
 */
async function findByIndex(session: Session, asked: Asked, wanted: Wanted): Promise<Candidate[] | undefined> {
  const { within, limit } = wanted
  for (let reach = Math.max(limit * reachPerWanted, leastReach); ; reach *= 4) {
    const near = await nearest(session, asked, reach)
    const found = await scoreWhere(session, asked, { limit, condition: chunksOf(asked.s, near, within) })
    const isFull = found.length >= limit
    const isEnd = near.length < reach
    if ((isFull && isSure(found, near)) || (isEnd && within === undefined)) return found
    if (isEnd || reach * 4 > mostReach) return isFull ? found : undefined
  }
}

interface NearVector {
  readonly hash: Buffer
  readonly cosine: number
}

/** Chunks that have one of these vectors, and pass. */
function chunksOf(s: string, near: readonly NearVector[], within: Wanted['within']) {
  return (bind: Bind): string => {
    const hashes = bind(near.map(({ hash }) => hash))
    const chunks = `chunk_id IN (SELECT chunk_id FROM ${s}.input WHERE text_hash = ANY(${hashes}::bytea[]))`
    return within === undefined ? chunks : `${chunks} AND chunk_id IN (${within(bind)})`
  }
}

/** Whether no chunk can be better whose vectors are all farther than these. */
function isSure(found: readonly Candidate[], near: readonly NearVector[]): boolean {
  return (found.at(-1)?.score ?? -1) >= (near.at(-1)?.cosine ?? -1) - halfPrecision
}

/** Cosines of halves differ by less from those of whole numbers. */
const halfPrecision = 1e-3

async function nearest(session: Session, asked: Asked, reach: number) {
  const { bind, values } = createBinder()
  const { s, id, extension, dimensions, query } = asked
  const order = `${halfOf(extension, dimensions)} OPERATOR(${extension.schema}.<=>)
    ${halfOf(extension, dimensions, `${bind(query)}::real[]`)}`
  // Settings of the extension hold for this transaction; the statement finds no other way as fast.
  await session.query(
    `BEGIN READ ONLY; SET LOCAL hnsw.iterative_scan = strict_order;
     SET LOCAL hnsw.ef_search = ${Math.min(mostSearch, Math.max(200, reach))};
     SET LOCAL hnsw.max_scan_tuples = ${20 * Math.max(1_000, reach)}; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off`,
  )
  try {
    const { rows } = await session.query<NearVector>(
      `SELECT text_hash AS hash, 1 - (${order}) AS cosine FROM ${s}.vector
       WHERE space_id = ${id} ORDER BY ${order} LIMIT ${reach}`,
      values,
    )
    return rows
  } finally {
    await session.query('ROLLBACK')
  }
}

/** The similarities of chunks by the rows of their inputs, which are in order. */
function scoreChunks(rows: readonly InputRow[]): Map<string, VectorScore> {
  const chunks = new Map<string, { own?: number; nearest?: InputRow }>()
  for (const row of rows) {
    const chunk = chunks.get(row.id) ?? {}
    if (row.position === 0) chunk.own = row.cosine
    else if (!chunk.nearest || row.cosine > chunk.nearest.cosine) chunk.nearest = row
    chunks.set(row.id, chunk)
  }
  return new Map(
    Array.from(chunks, ([id, { own, nearest: piece }]) => {
      const of = own ?? piece?.cosine ?? 0
      const score = (of + (piece?.cosine ?? of)) / 2
      return [decodeText(id), { score, ...(piece && { piece: { from: piece.from, to: piece.to } }) }]
    }),
  )
}
