import { rootOf, StoreError, unknownRoot, type KeptRoot, type Root } from '@recallite/store'
import type { DocumentKind } from './document-kind.js'
import { writeChecksum } from './checksum.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { inWriteTransaction } from '../connection/transactions.js'

/** Reads and writes the roots of a kind by their names. */
export function createRoots(database: SqlDatabase, holds: DocumentKind) {
  const select = `SELECT name, path, kind, include, description FROM root WHERE holds = '${holds}'`
  const sql = {
    list: database.prepare<KeptRoot>(`${select} ORDER BY name`),
    byName: database.prepare<{ id: number }>(`SELECT id FROM root WHERE holds = '${holds}' AND name = ?`),
    byPath: database.prepare<KeptRoot>(`${select} AND path = ?`),
    put: database.prepare<{ id: number }>(
      `INSERT INTO root (holds, name, path, kind, include, description) VALUES ('${holds}', ?, ?, ?, ?, ?)
       ON CONFLICT (name, holds) DO UPDATE SET path = excluded.path, kind = excluded.kind, include = excluded.include,
         description = excluded.description
       RETURNING id`,
    ),
    remove: database.prepare('DELETE FROM root WHERE id = ?'),
  }

  function idOf(name: string): number {
    const row = sql.byName.get(name)
    if (row) return row.id
    throw unknownRoot(name)
  }

  function assertFree({ name, path }: Root, isNew: boolean): void {
    const other = sql.byPath.get(path)
    const isPathTaken = other !== undefined && (isNew || other.name !== name)
    if (!isPathTaken && !(isNew && sql.byName.get(name))) return
    const what = isPathTaken ? `at ${path}` : `named ${name}`
    throw new StoreError('STORE_ROOT_EXISTS', `There is already a root ${what}.`)
  }

  return {
    idOf,

    list: (): Root[] => sql.list.all().map(rootOf),

    put: (root: Root, { isNew = false }: { readonly isNew?: boolean | undefined } = {}): void =>
      inWriteTransaction(database, () => {
        assertFree(root, isNew)
        const { name, path, kind = 'folder', include = [], description = '' } = root
        const row = sql.put.get(name, path, kind, JSON.stringify(include), description)
        if (row) writeChecksum(database, 'root', row.id)
      }),

    remove: (name: string): void =>
      inWriteTransaction(database, () => {
        sql.remove.run(idOf(name))
      }),
  }
}
