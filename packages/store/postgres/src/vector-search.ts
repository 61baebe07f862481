import {
  assertVector,
  scoreByNearest,
  StoreError,
  unitVector,
  type Candidate,
  type Space,
  type VectorRequest,
  type VectorScore,
} from '@recallite/store'
import type { Session } from './connections.js'
import { isOfKind, type DocumentKind } from './document-kind.js'
import type { FilterReader } from './filter/chunks-within.js'
import type { PgVector } from './pgvector.js'
import { decodeText } from './text-code.js'
import { createBinder, encodeTexts, realArray, type Bind } from './values.js'
import { createKnownSpaces, halfOf } from './vector-index.js'

/** What a search by vector needs. */
export interface VectorReaders {
  readonly s: string
  readonly kind: DocumentKind
  readonly filters: FilterReader
  readonly pgvector: () => Promise<PgVector>
  /** Up to so many chunks of a filter are compared one by one. */
  readonly indexFrom: number
}

/** The vector retriever of chunks of a kind: cosine similarity within one space. */
export function createVectorSearch({ s, kind, filters, pgvector, indexFrom }: VectorReaders) {
  const spaces = createKnownSpaces(s)
  const reaches = createReaches()

  async function begin(
    session: Session,
    { space, vector }: { space: Space; vector: Float32Array },
  ): Promise<Asked> {
    const extension = await pgvector()
    if (!extension.available) {
      throw new StoreError('STORE_NO_VECTOR_SEARCH', extension.reason ?? 'vector search is not available')
    }
    assertVector(vector, space.dimensions)
    const id = await spaces.idOf(session, space)
    return { s, kind, id, extension, query: realArray(unitVector(vector)), dimensions: space.dimensions }
  }

  async function find(session: Session, { limit, filter, ...request }: VectorRequest): Promise<Candidate[]> {
    const asked = await begin(session, request)
    const within = await filters.chunksWithin(session, filter)
    if (!(await spaces.hasIndex(session, asked.id))) return compareAll(session, asked, { within, limit })
    // Records are mostly few among many chunks of files: their vectors are compared, not what is nearest of all.
    const isFew =
      (kind === 'record' || within !== undefined) &&
      (await isBelow(session, asked, { within, limit: indexFrom }))
    if (isFew) return compareAll(session, asked, { within, limit })
    return (
      (await findByIndex(session, asked, { within, limit, reaches })) ??
      compareAll(session, asked, { within, limit })
    )
  }

  async function score(session: Session, { ids, ...request }: ScoreRequest): Promise<InputRow[]> {
    const asked = await begin(session, request)
    const { bind, values } = createBinder()
    const { rows } = await session.query<InputRow>(
      `SELECT public_id AS id, text_from AS "from", text_to AS "to", ${similaritySql(asked, bind)} AS cosine
       FROM ${s}.chunk JOIN ${s}.input ON chunk_id = chunk.id
       JOIN ${s}.vector ON space_id = ${asked.id} AND vector.text_hash = input.text_hash
       WHERE public_id = ANY(${bind(encodeTexts(ids))}::text[]) AND ${isOfKind('chunk.id', kind)}
       ORDER BY chunk.id, input.position`,
      values,
    )
    return [...rows]
  }

  return {
    find: (session: Session, request: VectorRequest): Promise<Candidate[]> =>
      spaces.orAnew(request.space, () => find(session, request)),

    score: async (session: Session, request: ScoreRequest): Promise<Map<string, VectorScore>> =>
      scoreChunks(await spaces.orAnew(request.space, () => score(session, request))),
  }
}

interface ScoreRequest extends Pick<VectorRequest, 'space' | 'vector'> {
  readonly ids: readonly string[]
}

interface Asked {
  readonly s: string
  readonly kind: DocumentKind
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
  readonly from: number
  readonly to: number
  readonly cosine: number
}

/** The cosine of a vector with what is asked, in [-1, 1]: exact, from the numbers as they are kept. */
function similaritySql({ extension: { schema }, query }: Asked, bind: Bind): string {
  const asked = `CAST(${bind(query)}::real[] AS ${schema}.vector)`
  return `(1 - (CAST(value AS ${schema}.vector) OPERATOR(${schema}.<=>) ${asked}))`
}

/** Whether fewer chunks than that pass. */
async function isBelow(session: Session, { s, kind }: Asked, { within, limit }: Wanted): Promise<boolean> {
  const { bind, values } = createBinder()
  const passing = within === undefined ? `SELECT id FROM ${s}.chunk` : within(bind)
  const { rows } = await session.query<{ found: number }>(
    `SELECT count(*) AS found FROM (
       SELECT 1 FROM (${passing}) AS passing (id) WHERE ${isOfKind('id', kind)} LIMIT ${limit}) AS few`,
    values,
  )
  return (rows[0]?.found ?? 0) < limit
}

/** Compares every vector of the chunks that pass. */
async function compareAll(session: Session, asked: Asked, { within, limit }: Wanted): Promise<Candidate[]> {
  const { bind, values } = createBinder()
  const condition = within === undefined ? 'true' : `chunk_id IN (${within(bind)})`
  const { rows } = await session.query<Candidate>(bestWhere(asked, bind, { limit, condition }), values)
  return rows.map((row) => ({ id: decodeText(row.id), score: row.score }))
}

interface Condition {
  readonly limit: number
  readonly condition: string
}

/** Selects the best chunks of those whose row of `input` meets a condition, each by all its vectors. */
function bestWhere(asked: Asked, bind: Bind, { limit, condition }: Condition): string {
  const { s, kind, id } = asked
  return `SELECT public_id AS id, score
     FROM (
       SELECT chunk_id, max(cosine) AS score
       FROM (
         SELECT chunk_id, ${similaritySql(asked, bind)} AS cosine
         FROM ${s}.input JOIN ${s}.vector ON vector.text_hash = input.text_hash AND space_id = ${id}
         WHERE ${isOfKind('chunk_id', kind)} AND ${condition} OFFSET 0
       ) AS compared GROUP BY chunk_id
     ) AS scored JOIN ${s}.chunk ON chunk.id = chunk_id
     ORDER BY score DESC, public_id LIMIT ${bind(limit)}`
}

/** How many of the nearest vectors are looked at first, for each chunk that is wanted and at least. */
const reachPerWanted = 2
const mostPerWanted = 8
const leastReach = 100

/** More than these are not taken from the index: a filter that keeps them all back is answered exactly. */
const mostReach = 3_200

/** What pgvector looks at for one vector, at most. */
const mostSearch = 1_000

/** Remembers how many vectors spaces need at first: where chunks have several, their best ones are among more vectors. */
function createReaches() {
  const perWanted = new Map<number, number>()
  const of = (space: number): number => perWanted.get(space) ?? reachPerWanted
  return {
    first: (space: number, limit: number): number => Math.max(limit * of(space), leastReach),
    /** Begins with more from now on. */
    widen: (space: number): void => void perWanted.set(space, Math.min(2 * of(space), mostPerWanted)),
  }
}

/**
 * The best chunks by the nearest vectors that the index gives. More of them are taken until so many chunks pass and none that was not
 * seen can be better; undefined if too few chunks pass among those that can be taken.
 */
async function findByIndex(
  session: Session,
  asked: Asked,
  { reaches, ...wanted }: Wanted & { readonly reaches: ReturnType<typeof createReaches> },
): Promise<Candidate[] | undefined> {
  const { within, limit } = wanted
  for (let reach = reaches.first(asked.id, limit); ; reach *= 4) {
    const near = await findNear(session, asked, { ...wanted, reach })
    const { found } = near
    const isFull = found.length >= limit
    const isEnd = near.looked < reach
    if ((isFull && isSure(near)) || (isEnd && within === undefined)) return found
    if (within === undefined) reaches.widen(asked.id)
    if (isEnd || reach * 4 > mostReach) return isFull ? found : undefined
  }
}

interface NearChunks {
  readonly found: Candidate[]
  readonly looked: number
  readonly farthest: number
}

/** Whether no chunk can be better whose vectors are all farther than these. */
function isSure({ found, farthest }: NearChunks): boolean {
  return (found.at(-1)?.score ?? -1) >= farthest - halfPrecision
}

/** Cosines of halves differ by less from those of whole numbers. */
const halfPrecision = 1e-3

interface NearRow {
  readonly id: string | null
  readonly score: number | null
  readonly looked: number
  readonly farthest: number | null
}

/** The best chunks of the vectors that the index gives, how many these are, and the cosine of the farthest. */
async function findNear(
  session: Session,
  asked: Asked,
  { within, limit, reach }: Wanted & { readonly reach: number },
): Promise<NearChunks> {
  const { bind, values } = createBinder()
  const { s, id, extension, dimensions, query } = asked
  const distance = `${halfOf(extension, dimensions)} OPERATOR(${extension.schema}.<=>)
    ${halfOf(extension, dimensions, `${bind(query)}::real[]`)}`
  const near = `chunk_id IN (SELECT chunk_id FROM ${s}.input WHERE text_hash IN (SELECT hash FROM near))`
  const condition = within === undefined ? near : `${near} AND chunk_id IN (${within(bind)})`
  // Settings of the extension hold for this transaction; the statement finds no other way as fast, and to compile it takes longer than it runs.
  await session.query(
    `BEGIN READ ONLY; SET LOCAL hnsw.iterative_scan = strict_order;
     SET LOCAL hnsw.ef_search = ${Math.min(mostSearch, Math.max(200, reach))};
     SET LOCAL hnsw.max_scan_tuples = ${20 * Math.max(1_000, reach)};
     SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL jit = off`,
  )
  try {
    const { rows } = await session.query<NearRow>(
      `WITH near AS MATERIALIZED (
         SELECT text_hash AS hash, 1 - (${distance}) AS cosine FROM ${s}.vector
         WHERE space_id = ${id} ORDER BY ${distance} LIMIT ${reach}
       )
       SELECT id, score, looked, farthest FROM (SELECT count(*) AS looked, min(cosine) AS farthest FROM near) AS taken
       LEFT JOIN (${bestWhere(asked, bind, { limit, condition })}) AS best ON true ORDER BY score DESC, id`,
      values,
    )
    return {
      found: rows.flatMap((row) =>
        row.id === null ? [] : [{ id: decodeText(row.id), score: row.score ?? 0 }],
      ),
      looked: rows[0]?.looked ?? 0,
      farthest: rows[0]?.farthest ?? -1,
    }
  } finally {
    await session.query('ROLLBACK')
  }
}

/** The similarities of chunks by the rows of their inputs, which are in order. */
function scoreChunks(rows: readonly InputRow[]): Map<string, VectorScore> {
  return scoreByNearest(
    rows.map(({ id, cosine, from, to }) => ({ id: decodeText(id), score: cosine, from, to })),
  )
}
