import { StoreError, type Capability, type Space } from '@recallite/store'
import type { Connections, Session } from '../connection/connections.js'
import { lockKey } from '../connection/schema-version.js'
import { spaceId, vectorIndexName } from './spaces.js'

/** The oldest version of pgvector that is safe: older ones write beyond a buffer and damage their indexes. */
const oldest = [0, 8, 4] as const

/** pgvector as this database has it. */
export interface PgVector extends Capability {
  /** The schema of its types and operators, as it stands in statements. */
  readonly schema: string
}

interface ExtensionRow {
  readonly installed: string | null
  readonly offered: string | null
  readonly schema: string | null
}

/** Says whether vectors can be searched in this database, and why not. */
export async function readPgVector(session: Session): Promise<PgVector> {
  const { rows } = await session.query<ExtensionRow>(
    `SELECT extversion AS installed, quote_ident(nspname) AS schema,
       CASE WHEN extversion IS NULL THEN (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') END AS offered
     FROM (SELECT 1) AS one LEFT JOIN pg_extension ON extname = 'vector'
     LEFT JOIN pg_namespace ON pg_namespace.oid = extnamespace`,
  )
  return judge(rows[0] ?? { installed: null, offered: null, schema: null })
}

/** What follows from the versions that a database names. */
export function judge({ installed, offered, schema }: ExtensionRow): PgVector {
  const wanted = `pgvector ${oldest.join('.')} or newer`
  if (installed === null) {
    return no(
      offered === null
        ? `vectors cannot be searched without the extension pgvector: install ${wanted} on the server, then run CREATE EXTENSION vector in this database`
        : `the extension pgvector ${offered} is on the server, but not in this database: let its owner run CREATE EXTENSION vector`,
    )
  }
  if (!isRecent(installed)) {
    return no(
      `pgvector ${installed} is too old: install ${wanted}, then run ALTER EXTENSION vector UPDATE in this database`,
    )
  }
  return { available: true, version: installed, reason: null, schema: schema ?? 'public' }
}

const no = (reason: string): PgVector => ({ available: false, version: null, reason, schema: '' })

function isRecent(version: string): boolean {
  const numbers = version.split('.').map(Number)
  const index = oldest.findIndex((part, at) => part !== (numbers[at] ?? 0))
  return index < 0 || (numbers[index] ?? 0) > (oldest[index] ?? 0)
}

/** Makes the extension where it is offered and this user may; else the status says what to do. */
export async function tryCreateExtension(connections: Connections): Promise<void> {
  const { available, reason } = await connections.read(readPgVector)
  if (available || !reason?.includes('not in this database')) return
  try {
    await connections.alone((session) => session.query('CREATE EXTENSION IF NOT EXISTS vector'))
  } catch (error) {
    if (!StoreError.isInstance(error)) throw error
  }
}

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
export async function indexIfLarge(session: Session, space: Space, least: number): Promise<void> {
  const pgvector = await readPgVector(session)
  if (!pgvector.available || space.dimensions > longestIndexed) return
  const { s } = session
  const id = await spaceId(session, space)
  if (!(await isLarge(session, id, least)) || (await hasIndex(session, id))) return
  await session.query('SELECT pg_advisory_xact_lock($1)', [lockKey('index', s)])
  if (await hasIndex(session, id)) return
  await session.query(
    `CREATE INDEX ${vectorIndexName(id)} ON ${s}.vector
     USING hnsw ((${halfOf(pgvector, space.dimensions)}) ${pgvector.schema}.halfvec_cosine_ops) WHERE space_id = ${id}`,
  )
}

/** Whether a space's vectors have an index that can be used. */
export async function hasIndex({ s, query }: Session, id: number): Promise<boolean> {
  const { rows } = await query(`SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND indisvalid`, [
    `${s}.${vectorIndexName(id)}`,
  ])
  return rows.length > 0
}

async function isLarge({ s, query }: Session, id: number, least: number): Promise<boolean> {
  const { rows } = await query<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM ${s}.vector WHERE space_id = $1 LIMIT $2) AS few`,
    [id, least],
  )
  return (rows[0]?.count ?? 0) >= least
}
