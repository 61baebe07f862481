import {
  assertVector,
  scoreByNearest,
  StoreError,
  unitVector,
  type Candidate,
  type VectorRequest,
  type VectorScore,
} from '@recallite/store'
import type { Session } from '../connection/connections.js'
import { isOfKind } from '../connection/schema.js'
import { createBinder, realArray, type Bind } from '../connection/values.js'
import { chunksWithin } from '../filter/chunks-within.js'
import { halfOf, hasIndex, readPgVector } from './pgvector.js'
import { spaceId } from './spaces.js'

/**
 * Finds the chunks with the highest cosine similarity within one space.
 * @param indexFrom up to so many chunks of a filter are compared one by one
 */
export async function findByVector(
  session: Session,
  { limit, filter, ...request }: VectorRequest,
  indexFrom: number,
): Promise<Candidate[]> {
  const search = await begin(session, request)
  const wanted = { within: await chunksWithin(session, filter), limit }
  if (!(await hasIndex(session, search.id))) return compareAll(session, search, wanted)
  // Records are mostly few among many chunks of files: their vectors are compared, not what is nearest of all.
  const mayBeFew = session.kind === 'record' || wanted.within !== undefined
  if (mayBeFew && (await isBelow(session, { ...wanted, limit: indexFrom })))
    return compareAll(session, search, wanted)
  return (await findByIndex(session, search, wanted)) ?? compareAll(session, search, wanted)
}

/** Computes the similarity of chunks by the nearest of their texts. */
export async function scoreByVector(
  session: Session,
  { ids, ...request }: Pick<VectorRequest, 'space' | 'vector'> & { readonly ids: readonly string[] },
): Promise<Map<string, VectorScore>> {
  const search = await begin(session, request)
  const { s, kind } = session
  const { bind, values } = createBinder()
  const { rows } = await session.query<Candidate & VectorScore['nearest']>(
    `SELECT public_id AS id, text_from AS "from", text_to AS "to", ${similaritySql(search, bind)} AS score
     FROM ${s}.chunk JOIN ${s}.input ON chunk_id = chunk.id
     JOIN ${s}.vector ON space_id = ${search.id} AND vector.text_hash = input.text_hash
     WHERE public_id = ANY(${bind(ids)}::text[]) AND ${isOfKind('chunk.id', kind)}
     ORDER BY chunk.id, input.position`,
    values,
  )
  return scoreByNearest(rows)
}

/** A search that may be made: the row of its space, and what is compared with its vectors. */
type Search = Awaited<ReturnType<typeof begin>>

async function begin(session: Session, { space, vector }: Pick<VectorRequest, 'space' | 'vector'>) {
  const pgvector = await readPgVector(session)
  if (!pgvector.available) {
    throw new StoreError('STORE_NO_VECTOR_SEARCH', pgvector.reason ?? 'vector search is not available')
  }
  const { dimensions } = space
  assertVector(vector, dimensions)
  return { id: await spaceId(session, space), pgvector, query: realArray(unitVector(vector)), dimensions }
}

interface Wanted {
  readonly within: ((bind: Bind) => string) | undefined
  readonly limit: number
}

/** The cosine of a vector with the query's, in [-1, 1]: exact, from the numbers as they are kept. */
function similaritySql({ pgvector: { schema }, query }: Search, bind: Bind): string {
  const given = `CAST(${bind(query)}::real[] AS ${schema}.vector)`
  return `(1 - (CAST(value AS ${schema}.vector) OPERATOR(${schema}.<=>) ${given}))`
}

/** Whether fewer chunks than that pass. */
async function isBelow({ s, kind, query }: Session, { within, limit }: Wanted): Promise<boolean> {
  const { bind, values } = createBinder()
  const passing = within === undefined ? `SELECT id FROM ${s}.chunk` : within(bind)
  const { rows } = await query<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM (${passing}) AS passing (id) WHERE ${isOfKind('id', kind)} LIMIT ${limit}) AS few`,
    values,
  )
  return (rows[0]?.count ?? 0) < limit
}

/** Compares every vector of the chunks that pass. */
async function compareAll(session: Session, search: Search, { within, limit }: Wanted): Promise<Candidate[]> {
  const { bind, values } = createBinder()
  const condition = within === undefined ? 'true' : `chunk_id IN (${within(bind)})`
  const best = bestWhere(session, search, { bind, limit, condition })
  const { rows } = await session.query<Candidate>(best, values)
  return [...rows]
}

/** Selects the best chunks of those whose row of `input` meets a condition, each by all its vectors. */
function bestWhere(
  { s, kind }: Session,
  search: Search,
  { bind, limit, condition }: { readonly bind: Bind; readonly limit: number; readonly condition: string },
): string {
  return `SELECT public_id AS id, score
     FROM (
       SELECT chunk_id, max(cosine) AS score
       FROM (
         SELECT chunk_id, ${similaritySql(search, bind)} AS cosine
         FROM ${s}.input JOIN ${s}.vector ON vector.text_hash = input.text_hash AND space_id = ${search.id}
         WHERE ${isOfKind('chunk_id', kind)} AND ${condition} OFFSET 0
       ) AS compared GROUP BY chunk_id
     ) AS scored JOIN ${s}.chunk ON chunk.id = chunk_id
     ORDER BY score DESC, public_id LIMIT ${bind(limit)}`
}

/** How many of the nearest vectors are looked at first, for each chunk that is wanted and at least. */
const reachPerWanted = 4
const leastReach = 200

/** More than these are not taken from the index: a filter that keeps them all back is answered exactly. */
const mostReach = 3_200

/** What pgvector looks at for one vector, at most. */
const mostSearch = 1_000

/**
 * The best chunks by the nearest vectors that the index gives. More of them are taken until so many chunks pass and none that was not
 * seen can be better; undefined if too few chunks pass among those that can be taken.
 */
async function findByIndex(
  session: Session,
  search: Search,
  wanted: Wanted,
): Promise<Candidate[] | undefined> {
  for (let reach = Math.max(wanted.limit * reachPerWanted, leastReach); ; reach *= 4) {
    const near = await findNear(session, search, { ...wanted, reach })
    const isFull = near.best.length >= wanted.limit
    const isEnd = near.looked < reach
    if ((isFull && isSure(near)) || (isEnd && wanted.within === undefined)) return near.best
    if (isEnd || reach * 4 > mostReach) return isFull ? near.best : undefined
  }
}

/** Whether no chunk can be better whose vectors are all farther than these. */
function isSure({ best, farthest }: { best: readonly Candidate[]; farthest: number }): boolean {
  return (best.at(-1)?.score ?? -1) >= farthest - halfPrecision
}

/** Cosines of halves differ by less from those of whole numbers. */
const halfPrecision = 1e-3

/** The best chunks of the vectors that the index gives, how many these are, and the cosine of the farthest. */
async function findNear(
  session: Session,
  search: Search,
  { within, limit, reach }: Wanted & { readonly reach: number },
) {
  const { bind, values } = createBinder()
  const { s } = session
  const { id, pgvector, dimensions, query } = search
  const distance = `${halfOf(pgvector, dimensions)} OPERATOR(${pgvector.schema}.<=>)
    ${halfOf(pgvector, dimensions, `${bind(query)}::real[]`)}`
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
    const { rows } = await session.query<{
      readonly id: string | null
      readonly score: number | null
      readonly looked: number
      readonly farthest: number | null
    }>(
      `WITH near AS MATERIALIZED (
         SELECT text_hash AS hash, 1 - (${distance}) AS cosine FROM ${s}.vector
         WHERE space_id = ${id} ORDER BY ${distance} LIMIT ${reach}
       )
       SELECT id, score, looked, farthest FROM (SELECT count(*) AS looked, min(cosine) AS farthest FROM near) AS taken
       LEFT JOIN (${bestWhere(session, search, { bind, limit, condition })}) AS best ON true ORDER BY score DESC, id`,
      values,
    )
    const [{ looked = 0, farthest = null } = {}] = rows
    const best = rows.flatMap((row) => (row.id === null ? [] : [{ id: row.id, score: row.score ?? 0 }]))
    return { best, looked, farthest: farthest ?? -1 }
  } finally {
    await session.query('ROLLBACK')
  }
}
