import { StoreError, type Root } from '@recallite/store'
import type { Session } from './connections.js'
import type { DocumentKind } from './document-kind.js'
import { decodeText, encodeText } from './text-code.js'
import { countWrite } from './totals.js'

/** Reads and writes the roots of a kind of documents by their names; `s` is the name of the schema. */
export function createRoots(s: string, holds: DocumentKind) {
  return {
    async list(session: Session): Promise<Root[]> {
      const { rows } = await session.query<RootRow>(
        `SELECT name, path, kind, include FROM ${s}.root WHERE holds = '${holds}' ORDER BY name`,
      )
      return rows.map(toRoot)
    },

    async put(
      session: Session,
      root: Root,
      { isNew = false }: { readonly isNew?: boolean | undefined } = {},
    ) {
      assertName(root.name)
      // Two processes that put roots at once do it one after the other.
      await session.query(`LOCK TABLE ${s}.root IN SHARE ROW EXCLUSIVE MODE`)
      await assertFree(session, s, { root, isNew, holds })
      const { name, path, kind = 'folder', include = [] } = root
      await session.query(
        `INSERT INTO ${s}.root (holds, name, path, kind, include) VALUES ('${holds}', $1, $2, $3, $4)
         ON CONFLICT (name, holds) DO UPDATE SET path = excluded.path, kind = excluded.kind, include = excluded.include`,
        [encodeText(name), encodeText(path), kind, encodeText(JSON.stringify(include))],
      )
      await countWrite(session, s, { kind: holds })
    },

    async remove(session: Session, name: string): Promise<void> {
      const id = await rootId(session, s, { name, holds })
      // Writers of its documents are waited for, and others wait: what they write has to be counted and removed too.
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
      await countWrite(session, s, {
        kind: holds,
        chunks: -chunks,
        words: -words,
        changed: chunks,
        ids: 'many',
        deleted: chunks,
      })
    },
  }
}

/**
 * The row of a root.
 * @throws StoreError `STORE_UNKNOWN_ROOT`
 */
export async function rootId(
  session: Session,
  s: string,
  { name, holds }: { readonly name: string; readonly holds: DocumentKind },
): Promise<number> {
  const { rows } = await session.query<{ id: number }>(
    `SELECT id FROM ${s}.root WHERE holds = '${holds}' AND name = $1`,
    [encodeText(name)],
  )
  const [row] = rows
  if (!row) throw unknownRoot(name)
  return row.id
}

/** The refusal of a root that is not there. */
export function unknownRoot(name: string): StoreError {
  return new StoreError('STORE_UNKNOWN_ROOT', `There is no root named ${name}. 'recallite roots' lists them.`)
}

function assertName(name: string): void {
  if (name !== '' && !name.includes(':')) return
  throw new StoreError('STORE_INVALID_DOCUMENT', 'The name of a root is not empty and has no colon.')
}

async function assertFree(
  session: Session,
  s: string,
  { root, isNew, holds }: { readonly root: Root; readonly isNew: boolean; readonly holds: DocumentKind },
): Promise<void> {
  const { rows } = await session.query<{ name: string; path: string }>(
    `SELECT name, path FROM ${s}.root WHERE holds = '${holds}' AND (name = $1 OR path = $2)`,
    [encodeText(root.name), encodeText(root.path)],
  )
  const taken = rows.find(
    ({ path, name }) => path === encodeText(root.path) && (isNew || name !== encodeText(root.name)),
  )
  if (!taken && !(isNew && rows.length > 0)) return
  const what = taken ? `at ${root.path}` : `named ${root.name}`
  throw new StoreError('STORE_ROOT_EXISTS', `There is a root ${what} already.`)
}

/** A root as it is kept. */
export interface RootRow {
  readonly name: string
  readonly path: string
  readonly kind: string
  /** As JSON. */
  readonly include: string
}

/** A root without the properties that have their usual values. */
export function toRoot({ name, path, kind, include }: RootRow): Root {
  return {
    name: decodeText(name),
    path: decodeText(path),
    ...(kind === 'sessions' ? { kind } : {}),
    ...(include === '[]' ? {} : { include: JSON.parse(decodeText(include)) }),
  }
}
