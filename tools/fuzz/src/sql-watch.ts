import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const storePackage = fileURLToPath(new URL('../../../packages/store/sqlite/package.json', import.meta.url))

export interface SqlWatch {
  /** From now on, no SQL may say anything new. */
  readonly endLearning: () => void
  /** What SQL has said since the last call that it did not say while learning. */
  readonly takeStrange: () => string[]
  readonly stop: () => void
}

/** Strings, names, numbers and signs. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}\p{N}_.]+|\S/gu
const mostStatements = 5000

/**
 * Listens to every statement that the SQLite driver is given. Statements are put together of fixed pieces: once each
 * kind has been seen, nothing that is typed may add a word to them.
 */
export function watchSql(): SqlWatch {
  const Database = createRequire(storePackage)('better-sqlite3')
  const { prepare, exec } = Database.prototype
  const statements: Map<string, readonly string[]> = new Map()
  const known: Set<string> = new Set()
  const strange: Set<string> = new Set()
  let isLearning = true
  const judge = (sql: string) => {
    const tokens = sql.match(token) ?? []
    if (isLearning) for (const each of tokens) known.add(each)
    return tokens.filter((each) => !known.has(each))
  }
  const hear = (sql: string) => {
    const present = statements.get(sql)
    const found = present ?? judge(sql)
    if (statements.size >= mostStatements) statements.clear()
    if (!present) statements.set(sql, found)
    for (const each of found) strange.add(each)
  }
  Database.prototype.prepare = function prepareHeard(sql: string) {
    hear(sql)
    return prepare.call(this, sql)
  }
  Database.prototype.exec = function execHeard(sql: string) {
    hear(sql)
    return exec.call(this, sql)
  }
  return {
    endLearning: () => void (isLearning = false),
    takeStrange: () => {
      if (strange.size === 0) return []
      const taken = [...strange]
      strange.clear()
      return taken
    },
    stop: () => void Object.assign(Database.prototype, { prepare, exec }),
  }
}
