import { StoreError, type Root } from '@recallite/store'
import { sealRow } from './seal.js'
import type { SqlDatabase } from './sql-database.js'
import { inWriteTransaction } from './transactions.js'

/** Reads and writes roots by their names. */
export function createRoots(database: SqlDatabase) {
  const sql = prepareRoots(database)

  /** The row id of a root that must exist. */
  function idOf(name: string): number {
    const row = sql.byName.get(name)
    if (row) return row.id
    throw new StoreError(
      'STORE_UNKNOWN_ROOT',
      `There is no root named ${name}. 'recallite roots' lists them.`,
    )
  }

  function insert({ path, kind, include, ...wanted }: RootRow): Root {
    const name = freeName(wanted.name, (candidate) => sql.byName.get(candidate) !== undefined)
    sealRow(database, 'root', sql.insert.run(name, path, kind, include).lastInsertRowid)
    return toRoot({ name, path, kind, include })
  }

  return {
    idOf,

    list: (): Root[] => sql.list.all().map(toRoot),

    add: (root: Root): Root =>
      inWriteTransaction(database, () => {
        const present = sql.byPath.get(root.path)
        return present ? toRoot(present) : insert(toRow(root))
      }),

    update: (root: Root): void =>
      inWriteTransaction(database, () => {
        const id = idOf(root.name)
        const { path, kind, include } = toRow(root)
        sql.update.run(path, kind, include, id)
        sealRow(database, 'root', id)
      }),

    remove: (name: string): void =>
      inWriteTransaction(database, () => {
        idOf(name)
        sql.remove.run(name)
      }),
  }
}

interface RootRow extends Pick<Root, 'name' | 'path'> {
  readonly kind: 'folder' | 'sessions'
  /** As JSON. */
  readonly include: string
}

/** A root without the properties that have their usual values. */
export function toRoot({ name, path, kind, include }: RootRow): Root {
  return {
    name,
    path,
    ...(kind === 'sessions' ? { kind } : {}),
    ...(include === '[]' ? {} : { include: JSON.parse(include) }),
  }
}

function toRow({ name, path, kind = 'folder', include = [] }: Root): RootRow {
  return { name, path, kind, include: JSON.stringify(include) }
}

/** The wanted name, or the first free one of wanted-2, wanted-3 and so on. */
function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  const base = wanted.replaceAll(':', '-').trim() || 'root'
  let name = base
  for (let suffix = 2; isTaken(name); suffix += 1) name = `${base}-${suffix}`
  return name
}

function prepareRoots(database: SqlDatabase) {
  const select = 'SELECT name, path, kind, include FROM root'
  return {
    list: database.prepare<RootRow>(`${select} ORDER BY name`),
    byName: database.prepare<{ id: number }>('SELECT id FROM root WHERE name = ?'),
    byPath: database.prepare<RootRow>(`${select} WHERE path = ?`),
    insert: database.prepare('INSERT INTO root (name, path, kind, include) VALUES (?, ?, ?, ?)'),
    update: database.prepare('UPDATE root SET path = ?, kind = ?, include = ? WHERE id = ?'),
    remove: database.prepare('DELETE FROM root WHERE name = ?'),
  }
}
