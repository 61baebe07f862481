import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const storePackage = fileURLToPath(new URL('../../../packages/store/sqlite/package.json', import.meta.url))

/**
 * @typedef {object} SqlWatch
 * @property {() => void} endLearning from now on, no SQL may say anything new
 * @property {() => string[]} takeStrange what SQL has said since the last call that it did not say while learning
 * @property {() => void} stop
 */

/** Strings, names, numbers and signs. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}\p{N}_.]+|\S/gu
const mostStatements = 5000

/**
 * Listens to every statement that the SQLite driver is given. Statements are put together of fixed pieces: once each
 * kind has been seen, nothing that is typed may add a word to them.
 * @returns {SqlWatch}
 */
export function watchSql() {
  const Database = createRequire(storePackage)('better-sqlite3')
  const { prepare, exec } = Database.prototype
  /** @type {Map<string, readonly string[]>} what is strange about a statement */
  const statements = new Map()
  /** @type {Set<string>} */
  const known = new Set()
  /** @type {Set<string>} */
  const strange = new Set()
  let isLearning = true
  /** @param {string} sql */
  const judge = (sql) => {
    const tokens = sql.match(token) ?? []
    if (isLearning) for (const each of tokens) known.add(each)
    return tokens.filter((each) => !known.has(each))
  }
  /** @param {string} sql */
  const hear = (sql) => {
    const present = statements.get(sql)
    const found = present ?? judge(sql)
    if (statements.size >= mostStatements) statements.clear()
    if (!present) statements.set(sql, found)
    for (const each of found) strange.add(each)
  }
  /** @this {unknown} @param {string} sql */
  Database.prototype.prepare = function prepareHeard(sql) {
    hear(sql)
    return prepare.call(this, sql)
  }
  /** @this {unknown} @param {string} sql */
  Database.prototype.exec = function execHeard(sql) {
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
