import type { SpaceStatus, StoreStatus } from '@recallite/store'
import type { Session } from './connections.js'
import type { DocumentKind } from './document-kind.js'
import { readPgVector } from './pgvector.js'
import { toRoot, type RootRow } from './roots.js'
import { createSpaces } from './spaces.js'

/** Says how much of a kind is there, and what works; `s` is the name of the schema. Spaces are counted with the texts of both kinds. */
export async function readStatus(
  session: Session,
  s: string,
  { kind, location }: { readonly kind: DocumentKind; readonly location: string },
): Promise<StoreStatus> {
  const { rows } = await session.query<RootRow & { documents: number; chunks: number }>(
    `SELECT root.name, root.path, kind, include, count(document.id) AS documents, coalesce(sum(chunks), 0)::bigint AS chunks
     FROM ${s}.root LEFT JOIN ${s}.document ON root_id = root.id
     WHERE holds = '${kind}' GROUP BY root.id ORDER BY root.name`,
  )
  const roots = rows.map((row) => ({ ...toRoot(row), documents: row.documents, chunks: row.chunks }))
  const { available, version, reason } = await readPgVector(session)
  return {
    backend: 'postgres',
    location,
    bytes: await readBytes(session, s),
    roots,
    documents: roots.reduce((sum, root) => sum + root.documents, 0),
    chunks: roots.reduce((sum, root) => sum + root.chunks, 0),
    spaces: await readSpaces(session, s),
    keywordIndex: { available: true, version: await readVersion(session), reason: null },
    vectorSearch: { available, version, reason },
  }
}

/** Of tables, indexes and long values. */
async function readBytes(session: Session, s: string): Promise<number> {
  const { rows } = await session.query<{ bytes: number }>(
    `SELECT coalesce(sum(pg_total_relation_size(pg_class.oid)), 0)::bigint AS bytes FROM pg_class
     WHERE relnamespace = $1::regnamespace AND relkind = 'r'`,
    [s],
  )
  return rows[0]?.bytes ?? 0
}

async function readVersion(session: Session): Promise<string> {
  const { rows } = await session.query<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  )
  return rows[0]?.version ?? ''
}

async function readSpaces(session: Session, s: string): Promise<SpaceStatus[]> {
  const spaces = await createSpaces(s).list(session)
  const { rows } = await session.query<Record<'vectors' | 'used' | 'texts', number>>(
    `WITH texts AS MATERIALIZED (SELECT DISTINCT text_hash FROM ${s}.input)
     SELECT count(vector.text_hash) AS vectors, count(texts.text_hash) AS used, (SELECT count(*) FROM texts) AS texts
     FROM ${s}.space LEFT JOIN ${s}.vector ON space_id = space.id LEFT JOIN texts USING (text_hash)
     GROUP BY space.id ORDER BY chosen, space.id`,
  )
  return spaces.map(({ canary: _, ...space }, index) => {
    const { vectors = 0, used = 0, texts = 0 } = rows[index] ?? {}
    const bytes = vectors * space.dimensions * Float32Array.BYTES_PER_ELEMENT
    return { ...space, vectors: used, pending: texts - used, unusedVectors: vectors - used, bytes }
  })
}
