import { rootOf, type KeptRoot, type SpaceStatus, type StoreStatus } from '@recallite/store'
import type { Session } from '../connection/connections.js'
import { readPgVector } from '../vectors/pgvector.js'
import { listSpaces } from '../vectors/spaces.js'

/** See `Store.status`. Spaces count the texts of both kinds. */
export async function readStatus(session: Session, location: string): Promise<StoreStatus> {
  const { s, kind } = session
  const { rows } = await session.query<KeptRoot & { documents: number; chunks: number }>(
    `SELECT root.name, root.path, kind, include, description, count(document.id) AS documents, coalesce(sum(chunks), 0)::bigint AS chunks
     FROM ${s}.root LEFT JOIN ${s}.document ON root_id = root.id
     WHERE holds = '${kind}' GROUP BY root.id ORDER BY root.name`,
  )
  const roots = rows.map((row) => ({ ...rootOf(row), documents: row.documents, chunks: row.chunks }))
  const { schema: _, ...vectorSearch } = await readPgVector(session)
  const { rows: versions } = await session.query<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  )
  return {
    backend: 'postgres',
    location,
    bytes: await readBytes(session),
    roots,
    documents: roots.reduce((sum, root) => sum + root.documents, 0),
    chunks: roots.reduce((sum, root) => sum + root.chunks, 0),
    spaces: await readSpaces(session),
    keywordIndex: { available: true, version: versions[0]?.version ?? '', reason: null },
    vectorSearch,
  }
}

/** The size of all tables, with their indexes and long values. */
export async function readBytes(session: Session): Promise<number> {
  const { rows } = await session.query<{ bytes: number }>(
    `SELECT coalesce(sum(pg_total_relation_size(pg_class.oid)), 0)::bigint AS bytes FROM pg_class
     WHERE relnamespace = $1::regnamespace AND relkind = 'r'`,
    [session.s],
  )
  return rows[0]?.bytes ?? 0
}

async function readSpaces(session: Session): Promise<SpaceStatus[]> {
  const { s } = session
  const { rows } = await session.query<Record<'vectors' | 'used' | 'texts', number>>(
    `WITH texts AS MATERIALIZED (SELECT DISTINCT text_hash FROM ${s}.input)
     SELECT count(vector.text_hash) AS vectors, count(texts.text_hash) AS used, (SELECT count(*) FROM texts) AS texts
     FROM ${s}.space LEFT JOIN ${s}.vector ON space_id = space.id LEFT JOIN texts USING (text_hash)
     GROUP BY space.id ORDER BY chosen, space.id`,
  )
  return (await listSpaces(session)).map(({ canary: _, ...space }, index) => {
    const { vectors = 0, used = 0, texts = 0 } = rows[index] ?? {}
    const bytes = vectors * space.dimensions * Float32Array.BYTES_PER_ELEMENT
    return { ...space, vectors: used, pending: texts - used, unusedVectors: vectors - used, bytes }
  })
}
