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
import { createBinder, numberList, type Bind } from '../connection/values.js'
import { chunksWithin } from '../filter/chunks-within.js'
import { halfOf, hasIndex, readPgVector } from './pgvector.js'
import { spaceId } from './spaces.js'

/** Finds the chunks with the highest cosine similarity. If fewer than `indexFrom` chunks pass the filter, the search is exact. */
export async function findByVector(
  session: Session,
  { limit, filter, ...request }: VectorRequest,
  indexFrom: number,
): Promise<Candidate[]> {
  const search = await begin(session, request)
  const scope = { within: await chunksWithin(session, filter), limit }
  if (!(await hasIndex(session, search.id))) return compareAll(session, search, scope)
  // Records are usually few among many chunks of files, which share the index.
  const mayBeFew = session.kind === 'record' || scope.within !== undefined
  if (mayBeFew && (await isBelow(session, { ...scope, limit: indexFrom })))
    return compareAll(session, search, scope)
  return (await findByIndex(session, search, scope)) ?? compareAll(session, search, scope)
}

/** See `Store.scoreByVector`. */
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

type Search = Awaited<ReturnType<typeof begin>>

async function begin(session: Session, { space, vector }: Pick<VectorRequest, 'space' | 'vector'>) {
  const pgvector = await readPgVector(session)
  if (!pgvector.available) {
    throw new StoreError('STORE_NO_VECTOR_SEARCH', pgvector.reason ?? 'vector search is not available')
  }
  const { dimensions } = space
  assertVector(vector, dimensions)
  return { id: await spaceId(session, space), pgvector, query: numberList(unitVector(vector)), dimensions }
}

interface Scope {
  readonly within: ((bind: Bind) => string) | undefined
  readonly limit: number
}

/** The exact cosine of a stored vector and the query, in [-1, 1]. */
function similaritySql({ pgvector: { schema }, query }: Search, bind: Bind): string {
  const given = `CAST(${bind(query)}::real[] AS ${schema}.vector)`
  return `(1 - (CAST(value AS ${schema}.vector) OPERATOR(${schema}.<=>) ${given}))`
}

/** Whether fewer than `limit` chunks pass. */
async function isBelow({ s, kind, query }: Session, { within, limit }: Scope): Promise<boolean> {
  const { bind, values } = createBinder()
  const passing = within === undefined ? `SELECT id FROM ${s}.chunk` : within(bind)
  const { rows } = await query<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM (${passing}) AS passing (id) WHERE ${isOfKind('id', kind)} LIMIT ${limit}) AS few`,
    values,
  )
  return (rows[0]?.count ?? 0) < limit
}

/** Compares all vectors of the chunks that pass. */
async function compareAll(session: Session, search: Search, { within, limit }: Scope): Promise<Candidate[]> {
  const { bind, values } = createBinder()
  const condition = within === undefined ? 'true' : `chunk_id IN (${within(bind)})`
  const best = bestWhere(session, search, { bind, limit, condition })
  const { rows } = await session.query<Candidate>(best, values)
  return [...rows]
}

/** Selects the best chunks among those with an input that meets a condition. */
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

/** The number of nearest vectors that the first attempt reads: per requested chunk, and at least. */
const reachPerResult = 4
const minReach = 200

/** If a filter excludes more of the nearest vectors, the search is exact. */
const maxReach = 3_200

/** The limit of pgvector for `hnsw.ef_search`. */
const maxSearch = 1_000

/**
 * Reads more of the nearest vectors from the index until `limit` chunks pass and no other chunk can be better; undefined if too few
 * chunks pass.
 */
async function findByIndex(session: Session, search: Search, scope: Scope): Promise<Candidate[] | undefined> {
  for (let reach = Math.max(scope.limit * reachPerResult, minReach); ; reach *= 4) {
    const near = await findNear(session, search, { ...scope, reach })
    const isFull = near.best.length >= scope.limit
    const isEnd = near.read < reach
    if ((isFull && isSure(near)) || (isEnd && scope.within === undefined)) return near.best
    if (isEnd || reach * 4 > maxReach) return isFull ? near.best : undefined
  }
}

/** Whether no chunk with only farther vectors can be better. */
function isSure({ best, farthest }: { best: readonly Candidate[]; farthest: number }): boolean {
  return (best.at(-1)?.score ?? -1) >= farthest - halfPrecision
}

/** The maximum error of cosines of half-precision vectors. */
const halfPrecision = 1e-3

/** The best chunks of the `reach` nearest vectors, the number of vectors read, and the cosine of the farthest. */
async function findNear(
  session: Session,
  search: Search,
  { within, limit, reach }: Scope & { readonly reach: number },
) {
  const { bind, values } = createBinder()
  const { s } = session
  const { id, pgvector, dimensions, query } = search
  const distance = `${halfOf(pgvector, dimensions)} OPERATOR(${pgvector.schema}.<=>)
    ${halfOf(pgvector, dimensions, `${bind(query)}::real[]`)}`
  const near = `chunk_id IN (SELECT chunk_id FROM ${s}.input WHERE text_hash IN (SELECT hash FROM near))`
  const condition = within === undefined ? near : `${near} AND chunk_id IN (${within(bind)})`
  // The settings prevent slower plans, and a compilation that takes longer than the statement.
  await session.query(
    `BEGIN READ ONLY; SET LOCAL hnsw.iterative_scan = strict_order;
     SET LOCAL hnsw.ef_search = ${Math.min(maxSearch, Math.max(200, reach))};
     SET LOCAL hnsw.max_scan_tuples = ${20 * Math.max(1_000, reach)};
     SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL jit = off`,
  )
  try {
    const { rows } = await session.query<{
      readonly id: string | null
      readonly score: number | null
      readonly read: number
      readonly farthest: number | null
    }>(
      `WITH near AS MATERIALIZED (
         SELECT text_hash AS hash, 1 - (${distance}) AS cosine FROM ${s}.vector
         WHERE space_id = ${id} ORDER BY ${distance} LIMIT ${reach}
       )
       SELECT id, score, read, farthest FROM (SELECT count(*) AS read, min(cosine) AS farthest FROM near) AS taken
       LEFT JOIN (${bestWhere(session, search, { bind, limit, condition })}) AS best ON true ORDER BY score DESC, id`,
      values,
    )
    const [{ read = 0, farthest = null } = {}] = rows
    const best = rows.flatMap((row) => (row.id === null ? [] : [{ id: row.id, score: row.score ?? 0 }]))
    return { best, read, farthest: farthest ?? -1 }
  } finally {
    await session.query('ROLLBACK')
  }
}
