import { rootOf, StoreError, unknownRoot, type KeptRoot, type Root } from '@recallite/store'
import type { Session } from '../connection/connections.js'
import { textKey } from '../connection/values.js'
import { countWrite } from './totals.js'

/** See `Store.listRoots`. */
export async function listRoots(session: Session): Promise<Root[]> {
  const { s, kind } = session
  const { rows } = await session.query<KeptRoot>(
    `SELECT name, path, kind, include, description FROM ${s}.root WHERE holds = '${kind}' ORDER BY name`,
  )
  return rows.map(rootOf)
}

/** See `Store.putRoot`. */
export async function putRoot(
  session: Session,
  root: Root,
  { isNew = false }: { readonly isNew?: boolean | undefined } = {},
): Promise<void> {
  const { s, kind: holds } = session
  if (root.name === '' || root.name.includes(':')) {
    throw new StoreError(
      'STORE_INVALID_DOCUMENT',
      'The name of a root is empty or has a colon. Use another name.',
    )
  }
  // Concurrent processes wait for each other.
  await session.query(`LOCK TABLE ${s}.root IN SHARE ROW EXCLUSIVE MODE`)
  await assertFree(session, root, isNew)
  const { name, path, kind = 'folder', include = [], description = '' } = root
  await session.query(
    `INSERT INTO ${s}.root (holds, name, path, kind, include, description) VALUES ('${holds}', $1, $2, $3, $4, $5)
     ON CONFLICT (name, holds) DO UPDATE SET path = excluded.path, kind = excluded.kind, include = excluded.include,
       description = excluded.description`,
    [name, path, kind, JSON.stringify(include), description],
  )
  await countWrite(session)
}

async function assertFree({ s, kind, query }: Session, root: Root, isNew: boolean): Promise<void> {
  const [name, path] = [root.name.toWellFormed(), root.path.toWellFormed()]
  const { rows } = await query<{ name: string; path: string }>(
    `SELECT name, path FROM ${s}.root WHERE holds = '${kind}' AND (name = $1 OR path = $2)`,
    [name, path],
  )
  const taken = rows.find((row) => row.path === path && (isNew || row.name !== name))
  if (!taken && !(isNew && rows.length > 0)) return
  const what = taken ? `at ${root.path}` : `named ${root.name}`
  throw new StoreError('STORE_ROOT_EXISTS', `There is already a root ${what}.`)
}

/** See `Store.removeRoot`. */
export async function removeRoot(session: Session, name: string): Promise<void> {
  const { s } = session
  const id = await rootId(session, name)
  // Concurrent writers of its documents finish first or wait, so that their chunks are counted and removed.
  await session.query(`SELECT id FROM ${s}.root WHERE id = $1 FOR UPDATE`, [id])
  const ofRoot = `SELECT chunk.id FROM ${s}.document JOIN ${s}.chunk ON document_id = document.id WHERE root_id = $1`
  const { rows } = await session.query<{ chunks: number; words: number }>(
    `SELECT count(*)::int AS chunks, coalesce(sum(length), 0)::bigint AS words
     FROM ${s}.chunk_words WHERE chunk_id IN (${ofRoot})`,
    [id],
  )
  await session.query(`DELETE FROM ${s}.posting WHERE chunk IN (${ofRoot})`, [id])
  await session.query(`DELETE FROM ${s}.root WHERE id = $1`, [id])
  const { chunks = 0, words = 0 } = rows[0] ?? {}
  await countWrite(session, { chunks: -chunks, words: -words, deleted: chunks })
}

/** @throws StoreError `STORE_UNKNOWN_ROOT` */
export async function rootId(session: Session, name: string): Promise<number> {
  const { s, kind } = session
  const { rows } = await session.query<{ id: number }>(
    `SELECT id FROM ${s}.root WHERE holds = '${kind}' AND name = $1`,
    [name],
  )
  const [row] = rows
  if (!row) throw unknownRoot(name)
  return row.id
}

/** See `Notes.read`. */
export async function readNote(session: Session, name: string): Promise<string | undefined> {
  const { rows } = await session.query<{ value: string }>(
    `SELECT value FROM ${session.s}.note WHERE about = '${session.kind}' AND key = $1`,
    [textKey(name)],
  )
  return rows[0]?.value
}

/** See `Notes.write`. */
export async function writeNote(session: Session, name: string, value: string): Promise<void> {
  await session.query(
    `INSERT INTO ${session.s}.note (about, key, value) VALUES ('${session.kind}', $1, $2)
     ON CONFLICT (key, about) DO UPDATE SET value = excluded.value`,
    [textKey(name), value],
  )
}
