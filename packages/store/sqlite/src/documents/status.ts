import { rootOf, type Capability, type KeptRoot, type SpaceStatus, type StoreStatus } from '@recallite/store'
import type { DocumentKind } from './document-kind.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { storeSize } from '../connection/store-files.js'

/** Counts what is stored of a kind, and checks which capabilities work. Spaces are counted for both kinds together. */
export function readStatus(
  database: SqlDatabase,
  path: string,
  { kind, vectorSearch }: { readonly kind: DocumentKind; readonly vectorSearch: Capability },
): StoreStatus {
  const rows = database.prepare<KeptRoot & { documents: number; chunks: number }>(rootsSql).all(kind)
  const spaces = database.prepare<SpaceRow>(spacesSql).all()
  const { file, log } = storeSize(path)
  const roots = rows.map((row) => ({ ...rootOf(row), documents: row.documents, chunks: row.chunks }))
  return {
    backend: 'sqlite',
    location: path,
    bytes: path === ':memory:' ? 0 : file + log,
    roots,
    documents: roots.reduce((sum, root) => sum + root.documents, 0),
    chunks: roots.reduce((sum, root) => sum + root.chunks, 0),
    spaces: spaces.map((row) => ({ ...row, isFilled: row.isFilled === 1, hasVectors: row.bytes > 0 })),
    keywordIndex: probeKeywordIndex(database),
    vectorSearch,
  }
}

const rootsSql = `
SELECT root.name AS name, root.path AS path, root.kind AS kind, root.include AS include,
  root.description AS description,
  (SELECT count(*) FROM document WHERE root_id = root.id) AS documents,
  (SELECT count(*) FROM document CROSS JOIN chunk ON chunk.document_id = document.id WHERE root_id = root.id) AS chunks
FROM root WHERE root.holds = ? ORDER BY root.name`

const spacesSql = `
SELECT provider, model, dimensions, promptStyle, source, isFilled, used AS vectors, texts - used AS pending,
  held - used AS unusedVectors, held * dimensions * 4 AS bytes
FROM (
  SELECT provider, model, dimensions, prompt_style AS promptStyle, source, is_filled AS isFilled, chosen, id,
    (SELECT count(*) FROM vector WHERE space_id = space.id) AS held,
    (SELECT count(*) FROM vector WHERE space_id = space.id
      AND EXISTS (SELECT 1 FROM embedding_input WHERE embedding_input.text_hash = vector.text_hash)) AS used,
    (SELECT count(DISTINCT text_hash) FROM embedding_input) AS texts
  FROM space
)
ORDER BY chosen, id`

type SpaceRow = Omit<SpaceStatus, 'isFilled' | 'hasVectors'> & { readonly isFilled: number }

function probeKeywordIndex(database: SqlDatabase): Capability {
  try {
    database.prepare('SELECT rowid FROM chunk_words WHERE chunk_words MATCH ? LIMIT 1').get('"probe"')
    const row = database.prepare<{ version: string }>('SELECT sqlite_version() AS version').get()
    return { available: true, version: row?.version ?? null, reason: null }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    return { available: false, version: null, reason: `the keyword index cannot be read: ${cause}` }
  }
}

/** The id of the database's state: `data_version` changes with other connections' commits, `total_changes` with own writes. */
export function createGeneration(database: SqlDatabase) {
  const commits = database.prepare<{ data_version: number }>('PRAGMA data_version')
  const writes = database.prepare<{ rows: number }>('SELECT total_changes() AS rows')
  return (): string => `${commits.get()?.data_version ?? 0}.${writes.get()?.rows ?? 0}`
}
