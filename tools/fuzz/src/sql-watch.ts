import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const storePackage = fileURLToPath(new URL('../../../packages/store/sqlite/package.json', import.meta.url))

export interface SqlWatch {
  /** The statements since the last call that contain a non-ASCII character. */
  readonly takeStrange: () => string[]
  readonly stop: () => void
}

/**
 * Records every statement of the SQLite driver. The program's SQL is ASCII, and half of the input contains other characters,
 * which makes leaks into statements visible.
 */
export function watchSql(): SqlWatch {
  const Database = createRequire(storePackage)('better-sqlite3')
  const { prepare, exec } = Database.prototype
  const strange = new Set<string>()
  const heard = (original: (sql: string) => unknown) =>
    function hear(this: unknown, sql: string) {
      if (/[^\n -~]/u.test(sql)) strange.add(sql)
      return original.call(this, sql)
    }
  Object.assign(Database.prototype, { prepare: heard(prepare), exec: heard(exec) })
  return {
    takeStrange: () => {
      const taken = [...strange]
      strange.clear()
      return taken
    },
    stop: () => void Object.assign(Database.prototype, { prepare, exec }),
  }
}
