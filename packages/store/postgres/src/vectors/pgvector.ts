import { StoreError, type Capability, type Space } from '@recallite/store'
import type { Connections, Session } from '../connection/connections.js'
import { lockKey } from '../connection/schema-version.js'
import { spaceId, vectorIndexName } from './spaces.js'

/** Older versions write beyond a buffer and damage their indexes. */
const minVersion = '0.8.4'

/** The state of pgvector in a database. */
export interface PgVector extends Capability {
  /** The quoted schema of its types and operators. */
  readonly schema: string
}

interface ExtensionRow {
  readonly installed: string | null
  readonly offered: string | null
  readonly schema: string | null
}

export async function readPgVector(session: Session): Promise<PgVector> {
  const { rows } = await session.query<ExtensionRow>(
    `SELECT extversion AS installed, quote_ident(nspname) AS schema,
       CASE WHEN extversion IS NULL THEN (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') END AS offered
     FROM (SELECT 1) AS one LEFT JOIN pg_extension ON extname = 'vector'
     LEFT JOIN pg_namespace ON pg_namespace.oid = extnamespace`,
  )
  return judge(rows[0] ?? { installed: null, offered: null, schema: null })
}

export function judge({ installed, offered, schema }: ExtensionRow): PgVector {
  const required = `pgvector ${minVersion} or newer`
  if (installed === null) {
    return no(
      offered === null
        ? `vectors cannot be searched without the extension pgvector: install ${required} on the server, then run CREATE EXTENSION vector in this database`
        : `the extension pgvector ${offered} is on the server, but not in this database: ask its owner to run CREATE EXTENSION vector`,
    )
  }
  if (installed.localeCompare(minVersion, 'en', { numeric: true }) < 0) {
    return no(
      `pgvector ${installed} is too old: install ${required}, then run ALTER EXTENSION vector UPDATE in this database`,
    )
  }
  return { available: true, version: installed, reason: null, schema: schema ?? 'public' }
}

const no = (reason: string): PgVector => ({ available: false, version: null, reason, schema: '' })

/** Creates the extension if it is available and the user has permission; otherwise the status says what to do. */
export async function tryCreateExtension(connections: Connections): Promise<void> {
  const { available, reason } = await connections.read(readPgVector)
  if (available || !reason?.includes('not in this database')) return
  try {
    await connections.withoutTransaction((session) => session.query('CREATE EXTENSION IF NOT EXISTS vector'))
  } catch (error) {
    if (!StoreError.isInstance(error)) throw error
  }
}

/** The default minimum number of vectors for an index. */
export const defaultIndexFrom = 5_000

/** The limit of pgvector for indexes of `halfvec`. */
const maxIndexedDimensions = 4_000

/** SQL of a vector as indexes store it. */
export const halfOf = ({ schema }: PgVector, dimensions: number, value = 'value'): string =>
  `CAST(${value} AS ${schema}.halfvec(${dimensions}))`

/** Creates the index of a space with at least `indexFrom` vectors, inside a transaction. Writers wait for it, searches do not. */
export async function indexIfLarge(session: Session, space: Space, indexFrom: number): Promise<void> {
  const pgvector = await readPgVector(session)
  if (!pgvector.available || space.dimensions > maxIndexedDimensions) return
  const { s } = session
  const id = await spaceId(session, space)
  if (!(await isLarge(session, id, indexFrom)) || (await hasIndex(session, id))) return
  await session.query('SELECT pg_advisory_xact_lock($1)', [lockKey('index', s)])
  if (await hasIndex(session, id)) return
  await session.query(
    `CREATE INDEX ${vectorIndexName(id)} ON ${s}.vector
     USING hnsw ((${halfOf(pgvector, space.dimensions)}) ${pgvector.schema}.halfvec_cosine_ops) WHERE space_id = ${id}`,
  )
}

/** Whether a space has a usable index. */
export async function hasIndex({ s, query }: Session, id: number): Promise<boolean> {
  const { rows } = await query(`SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND indisvalid`, [
    `${s}.${vectorIndexName(id)}`,
  ])
  return rows.length > 0
}

async function isLarge({ s, query }: Session, id: number, indexFrom: number): Promise<boolean> {
  const { rows } = await query<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM ${s}.vector WHERE space_id = $1 LIMIT $2) AS few`,
    [id, indexFrom],
  )
  return (rows[0]?.count ?? 0) >= indexFrom
}
