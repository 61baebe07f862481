/* withTables: the rows of a robotmem database of any version. */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Without these columns, a table `memories` belongs to another program. */
const essential = ['id', 'content', 'collection', 'status', 'confidence']

const columns = {
  memories:
    'id session_id collection type content human_summary context perception_type perception_data perception_metadata concept category confidence decay_rate source scope status superseded_by access_count return_count last_accessed scope_files scope_entities created_at',
  sessions: 'id external_id collection context status created_at updated_at',
  session_outcomes: 'id session_id score',
  memory_tags: 'memory_id tag',
}

/** In bytes. A store rejects larger records. */
const maxBytes = 4_000_000

/**
 * Memories are read one at a time, so that a large database needs no more memory than a small one.
 * @typedef {object} Tables
 * @property {Iterable<Memory & Sized>} memories
 * @property {(id: number) => Memory | undefined} memoryOf
 * @property {(memory: number) => string[]} tagsOf
 * @property {(import('./robotmem-rows.js').Session & Sized)[]} sessions
 * @property {{ session_id: string, score: number | null }[]} outcomes
 */

/** @typedef {import('./robotmem-rows.js').Memory} Memory */
/** @typedef {{ is_too_large: number }} Sized whether the row has a text that is too large for a record, which is null then */

/**
 * Opens the database read-only and closes it after the work. Missing tables have no rows, nor do views, which could be endless.
 * Missing columns are null, and so are bytes.
 * @param {string} path
 * @param {(tables: Tables) => void} work
 * @throws {Error} if the file does not exist, or is not a robotmem database
 */
export function withTables(path, work) {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${path}.`)
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    work(tablesOf(database))
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new Error(`${path} is not a readable robotmem database: ${reason}.`, { cause: error })
  } finally {
    database.close()
  }
}

/**
 * @param {DatabaseSync} database
 * @returns {Tables}
 */
function tablesOf(database) {
  const present = columnsOf(database, 'memories')
  if (essential.some((column) => !present.has(column))) {
    throw new Error(`it has no table memories with the columns ${essential.join(', ')}`)
  }
  const one = select(database, 'memories', 'WHERE id = ?')
  const tags = select(database, 'memory_tags', 'WHERE memory_id = ?')
  /** @param {keyof typeof columns} table */
  const all = (table) => /** @type {any} */ (select(database, table)?.all() ?? [])
  return {
    memories: /** @type {any} */ (select(database, 'memories')?.iterate()),
    memoryOf: (id) => /** @type {any} */ (one?.get(id)),
    tagsOf: (memory) => (tags?.all(memory) ?? []).map(({ tag }) => /** @type {string} */ (tag)),
    sessions: all('sessions'),
    outcomes: all('session_outcomes'),
  }
}

/**
 * @param {DatabaseSync} database
 * @param {keyof typeof columns} table
 * @param {string} [where]
 */
function select(database, table, where = '') {
  const present = columnsOf(database, table)
  if (present.size === 0) return undefined
  const names = columns[table].split(' ')
  const values = names.map((name) =>
    present.has(name)
      ? `CASE WHEN typeof(${name}) <> 'blob' AND octet_length(${name}) <= ${maxBytes} THEN ${name} ${name === 'content' ? "ELSE '' " : ''}END AS ${name}`
      : `NULL AS ${name}`,
  )
  // Texts about perceptions that are too large are dropped.
  const needed = names.filter((name) => present.has(name) && !name.startsWith('perception_'))
  const sizes = needed.map((name) => `(typeof(${name}) = 'text' AND octet_length(${name}) > ${maxBytes})`)
  const sql = `SELECT ${values.join(', ')}, ${sizes.join(' OR ')} AS is_too_large FROM ${table} ${where} ORDER BY 1, 2`
  return database.prepare(sql)
}

/**
 * The columns of a table that are stored in it.
 * @param {DatabaseSync} database
 * @param {string} table
 */
function columnsOf(database, table) {
  const isTable = "SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND name = ?1 AND type = 'table'"
  const rows = database.prepare(`SELECT name FROM pragma_table_info(?1) WHERE EXISTS (${isTable})`).all(table)
  return new Set(rows.map(({ name }) => name))
}
