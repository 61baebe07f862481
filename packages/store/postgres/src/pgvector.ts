import { StoreError, type Capability } from '@recallite/store'
import type { Connections, Session } from './connections.js'

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
       (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') AS offered
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
  const index = oldest.findIndex((part, place) => part !== (numbers[place] ?? 0))
  return index < 0 || (numbers[index] ?? 0) > (oldest[index] ?? 0)
}

/** Makes the extension where it is offered and this user may; else the status says what to do. */
export async function tryCreateExtension(connections: Connections): Promise<void> {
  const { available, reason } = await connections.readPrimary(readPgVector)
  if (available || !reason?.includes('not in this database')) return
  try {
    await connections.alone((session) => session.query('CREATE EXTENSION IF NOT EXISTS vector'))
  } catch (error) {
    if (!StoreError.isInstance(error)) throw error
  }
}
