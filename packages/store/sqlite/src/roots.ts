import { StoreError, type Root } from '@recallite/store'
import type { SqlDatabase } from './sql-database.js'
import { inWriteTransaction } from './write-transaction.js'

/** Wanted, or wanted-2, wanted-3 …: the first that is free. */
function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  const base = wanted.replaceAll(':', '-').trim() || 'root'
  let name = base
  for (let suffix = 2; isTaken(name); suffix += 1) name = `${base}-${suffix}`
  return name
}

/** Roots, by name. */
export function createRoots(database: SqlDatabase) {
  const list = database.prepare<Root>('SELECT name, path FROM root ORDER BY name')
  const byName = database.prepare<{ id: number }>('SELECT id FROM root WHERE name = ?')
  const byPath = database.prepare<Root>('SELECT name, path FROM root WHERE path = ?')
  const insert = database.prepare('INSERT INTO root (name, path) VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM root WHERE name = ?')

  return {
    list: (): Root[] => list.all(),

    /** The row id of a root that must exist. */
    idOf(name: string): number {
      const row = byName.get(name)
      if (!row)
        throw new StoreError(
          'STORE_UNKNOWN_ROOT',
          `There is no root named ${name}. 'recallite roots' lists them.`,
        )
      return row.id
    },

    add: (root: Root): Root =>
      inWriteTransaction(database, () => {
        const present = byPath.get(root.path)
        if (present) return present
        const name = freeName(root.name, (candidate) => byName.get(candidate) !== undefined)
        insert.run(name, root.path)
        return { name, path: root.path }
      }),

    remove(name: string): void {
      inWriteTransaction(database, () => {
        this.idOf(name)
        remove.run(name)
      })
    },
  }
}
