/* readTables: the rows of a database of robotmem, whatever version of it wrote them. */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Without these columns a table `memories` is of another program. */
const essential = ['id', 'content', 'collection', 'status', 'confidence']

const columns = {
  memories:
    'id session_id collection type content human_summary context perception_type perception_data perception_metadata concept category confidence decay_rate source scope status superseded_by access_count return_count last_accessed scope_files scope_entities created_at',
  sessions: 'id external_id collection context status created_at updated_at',
  session_outcomes: 'id session_id score',
  memory_tags: 'memory_id tag',
}

/**
 * @typedef {object} Tables
 * @property {import('./robotmem-rows.js').Memory[]} memories
 * @property {import('./robotmem-rows.js').Session[]} sessions
 * @property {{ session_id: string, score: number | null }[]} outcomes
 * @property {{ memory_id: number, tag: string }[]} tags
 */

/**
 * Reads the database, and leaves the file as it is. A table that it does not have gives no rows; columns that it does not
 * have are null, and so are bytes.
 * @param {string} path
 * @returns {Tables}
 * @throws {Error} if there is no such file, or if it is no database of robotmem
 */
export function readTables(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${path}.`)
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const present = columnsOf(database, 'memories')
    if (essential.some((column) => !present.has(column))) {
      throw new Error(`it has no table memories with the columns ${essential.join(', ')}`)
    }
    return {
      memories: rowsOf(database, 'memories'),
      sessions: rowsOf(database, 'sessions'),
      outcomes: rowsOf(database, 'session_outcomes'),
      tags: rowsOf(database, 'memory_tags'),
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new Error(`${path} cannot be read as a database of robotmem: ${reason}.`, { cause: error })
  } finally {
    database.close()
  }
}

/**
 * @template Row
 * @param {DatabaseSync} database
 * @param {keyof typeof columns} table
 */
function rowsOf(database, table) {
  const present = columnsOf(database, table)
  if (present.size === 0) return []
  const values = columns[table]
    .split(' ')
    .map((name) =>
      present.has(name)
        ? `CASE WHEN typeof(${name}) <> 'blob' THEN ${name} END AS ${name}`
        : `NULL AS ${name}`,
    )
  const rows = database.prepare(`SELECT ${values.join(', ')} FROM ${table} ORDER BY 1, 2`).all()
  return /** @type {Row[]} */ (rows)
}

/**
 * @param {DatabaseSync} database
 * @param {string} table
 */
function columnsOf(database, table) {
  const rows = database.prepare('SELECT name FROM pragma_table_info(?)').all(table)
  return new Set(rows.map(({ name }) => name))
}
