import type { Space } from '@recallite/store'
import type { Session } from './connections.js'
import type { PgVector } from './pgvector.js'
import { lockKey } from './schema-version.js'
import { spaceId, vectorIndexName } from './spaces.js'

/** Spaces of fewer vectors are searched exactly. */
export const exactUpTo = 5_000

/** The longest vectors that pgvector indexes as `halfvec`. */
const longestIndexed = 4_000

/** A vector as its space's index has it. */
export const halfOf = ({ schema }: PgVector, dimensions: number, value = 'value'): string =>
  `CAST(${value} AS ${schema}.halfvec(${dimensions}))`

/**
 * Makes the index of a space's vectors once there are many, inside a transaction. Writers of vectors wait for it, searches do not.
 * @param least how many are many
 */
export async function indexIfLarge(
  session: Session,
  { space, schema: s, pgvector, least }: { space: Space; schema: string; pgvector: PgVector; least: number },
): Promise<void> {
  if (!pgvector.available || space.dimensions > longestIndexed) return
  const id = await spaceId(session, s, space)
  if (!(await isLarge(session, { s, id, least })) || (await hasIndex(session, s, id))) return
  await session.query('SELECT pg_advisory_xact_lock($1)', [lockKey('index', s)])
  if (await hasIndex(session, s, id)) return
  await session.query(
    `CREATE INDEX ${vectorIndexName(id)} ON ${s}.vector
     USING hnsw ((${halfOf(pgvector, space.dimensions)}) ${pgvector.schema}.halfvec_cosine_ops) WHERE space_id = ${id}`,
  )
}

/** Whether a space's vectors have an index that can be used. */
async function hasIndex(session: Session, s: string, id: number): Promise<boolean> {
  const { rows } = await session.query(
    `SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND indisvalid`,
    [`${s}.${vectorIndexName(id)}`],
  )
  return rows.length > 0
}

/** Remembers the numbers of spaces, and which have an index: to ask each time would take as long as a part of the search. */
export function createKnownSpaces(s: string) {
  const numbers = new Map<string, number>()
  const indexed = new Set<number>()
  return {
    /** @throws StoreError `STORE_UNKNOWN_SPACE` */
    async idOf(session: Session, space: Space): Promise<number> {
      const id = numbers.get(nameOf(space)) ?? (await spaceId(session, s, space))
      numbers.set(nameOf(space), id)
      return id
    },
    /** Without its index, a search that expects one takes longer and finds the same. */
    async hasIndex(session: Session, id: number): Promise<boolean> {
      if (!indexed.has(id) && (await hasIndex(session, s, id))) indexed.add(id)
      return indexed.has(id)
    },
    /** Looks again where nothing is found: the space may have been removed, and made anew with another number. */
    async orAnew<Row>(space: Space, look: () => Promise<Row[]>): Promise<Row[]> {
      const wasKnown = numbers.has(nameOf(space))
      const rows = await look()
      if (rows.length > 0 || !wasKnown) return rows
      numbers.delete(nameOf(space))
      return look()
    },
  }
}

const nameOf = ({ provider, model, dimensions, promptStyle }: Space): string =>
  JSON.stringify([provider, model, dimensions, promptStyle])

async function isLarge(
  session: Session,
  { s, id, least }: { readonly s: string; readonly id: number; readonly least: number },
): Promise<boolean> {
  const { rows } = await session.query<{ found: number }>(
    `SELECT count(*) AS found FROM (SELECT 1 FROM ${s}.vector WHERE space_id = $1 LIMIT $2) AS few`,
    [id, least],
  )
  return (rows[0]?.found ?? 0) >= least
}
