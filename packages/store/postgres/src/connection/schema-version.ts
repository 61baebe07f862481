import { createHash } from 'node:crypto'
import { StoreError } from '@recallite/store'
import type { Connections, Session } from './connections.js'
import { schemaSteps } from './schema.js'

/** The oldest supported version of PostgreSQL, as `server_version_num`. */
const minVersion = 140_000

export interface SchemaOptions {
  /** Whether to create a missing schema; default true. */
  readonly create?: boolean | undefined
  /** Whether to reject writes and older schemas; works on a replica. Default false. */
  readonly isReadOnly?: boolean | undefined
}

/**
 * Migrates a schema, which records its migrations in `schema_step`. Concurrent processes wait for each other.
 * @throws StoreError `STORE_UNAVAILABLE` for a server that is too old, or a missing schema with `create: false`; `STORE_FOREIGN`,
 * `STORE_TOO_NEW`, `STORE_TOO_OLD`
 */
export async function migrate(connections: Connections, options: SchemaOptions): Promise<void> {
  const { address, s } = connections
  const taken = await connections.read(async (session) => {
    const { rows } = await session.query<{ version: string; number: string; encoding: string }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number,
       current_setting('server_encoding') AS encoding`,
    )
    const [server] = rows
    if (server) assertVersion(server, address.displayUrl)
    return stepsTaken(session)
  })
  assertUsable(taken, options, connections)
  if (taken === schemaSteps.length) return
  await connections.write(async (session) => {
    await session.query('SELECT pg_advisory_xact_lock($1)', [lockKey('schema', s)])
    const takenByNow = await stepsTaken(session)
    assertUsable(takenByNow, options, connections)
    await takeSteps(session, takenByNow ?? 0)
  })
}

/** The number of an advisory lock for a schema: PostgreSQL has one set of numbers per database. */
export function lockKey(purpose: string, schema: string): string {
  return createHash('sha256').update(`recallite ${purpose} ${schema}`).digest().readBigInt64BE().toString()
}

/** @throws StoreError `STORE_UNAVAILABLE` for an unsupported server */
export function assertVersion(
  { version, number, encoding }: { version: string; number: string; encoding: string },
  url: string,
): void {
  const isOld = Number(number) < minVersion
  if (!isOld && encoding === 'UTF8') return
  const reason = isOld
    ? `is PostgreSQL ${version}; Recallite needs PostgreSQL ${minVersion / 10_000} or newer`
    : `has the encoding ${encoding}; Recallite needs a database with the encoding UTF8`
  throw new StoreError('STORE_UNAVAILABLE', `${url} ${reason}.`)
}

/** The number of migrations; undefined if the schema does not exist or is empty. */
async function stepsTaken(session: Session): Promise<number | undefined> {
  const { s } = session
  const { rows } = await session.query<{ ledger: boolean; tables: number }>(
    `SELECT to_regclass($1 || '.schema_step') IS NOT NULL AS ledger, count(*)::int AS tables
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = $1 AND relkind IN ('r', 'p', 'v')`,
    [s],
  )
  const [schema] = rows
  if (!schema || schema.tables === 0) return undefined
  if (!schema.ledger) {
    throw new StoreError(
      'STORE_FOREIGN',
      `The schema ${s} belongs to another program and was not changed. Use another schema.`,
    )
  }
  const steps = await session.query<{ steps: number }>(
    `SELECT coalesce(max(step), 0)::int AS steps FROM ${s}.schema_step`,
  )
  return steps.rows[0]?.steps
}

function assertUsable(taken: number | undefined, options: SchemaOptions, { s, address }: Connections): void {
  const { create = true, isReadOnly = false } = options
  const where = `The schema ${s} of ${address.displayUrl}`
  if (taken === undefined) {
    if (create && !isReadOnly) return
    throw new StoreError('STORE_UNAVAILABLE', `${where} does not exist or is empty.`)
  }
  if (taken > schemaSteps.length)
    throw new StoreError('STORE_TOO_NEW', `${where} is from a newer version. Update Recallite.`)
  if (taken < schemaSteps.length && isReadOnly)
    throw new StoreError('STORE_TOO_OLD', `${where} is from an older version. Open it once to write.`)
}

async function takeSteps(session: Session, taken: number): Promise<void> {
  const { s } = session
  if (taken === 0) {
    await session.query(`CREATE SCHEMA IF NOT EXISTS ${s}`)
    await session.query(
      `CREATE TABLE IF NOT EXISTS ${s}.schema_step (step int PRIMARY KEY, taken_at timestamptz NOT NULL DEFAULT now())`,
    )
  }
  for (const [index, step] of schemaSteps.slice(taken).entries()) {
    await session.query(step(s))
    await session.query(`INSERT INTO ${s}.schema_step (step) VALUES ($1)`, [taken + index + 1])
  }
}
