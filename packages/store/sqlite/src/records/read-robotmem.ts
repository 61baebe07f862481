import { existsSync } from 'node:fs'
import {
  RecordError,
  recordOfRobotmem,
  sessionOfRobotmem,
  type RecordInput,
  type RobotmemMemory,
  type RobotmemSession,
  type SessionInput,
} from '@recallite/records'
import { openToRead } from '../connection.js'
import { assertRegular, realPathOf } from '../store-files.js'
import { hasCode, missingDatabase } from '../sqlite-errors.js'
import { toRecordError } from './record-errors.js'

/** What a database of robotmem holds, as it is put into a store of records. */
export interface RobotmemContents {
  readonly sessions: readonly SessionInput[]
  readonly records: readonly RecordInput[]
  /** How many memories were left out because they were invalidated, which is how robotmem forgets. */
  readonly invalidated: number
}

/**
 * Reads the memories and sessions of robotmem's own database file (`~/.robotmem/memory.db`), and leaves the file as it is.
 * Tags and scores of sessions come with them; vectors do not, as texts are embedded anew.
 * @throws RecordError `RECORD_NOT_ROBOTMEM` if it is not such a file; `RECORDS_UNAVAILABLE` if it cannot be read
 */
export async function readRobotmem(path: string): Promise<RobotmemContents> {
  try {
    assertRegular(path)
    if (!existsSync(path)) throw missingDatabase(path)
    const database = openToRead(realPathOf(path))
    try {
      return readContents(database, path)
    } finally {
      database.close()
    }
  } catch (error) {
    throw toRecordError(error, path)
  }
}

type Database = ReturnType<typeof openToRead>

function readContents(database: Database, path: string): RobotmemContents {
  assertRobotmem(database, path)
  const tags = Map.groupBy(tagRows(database), ({ id }) => id)
  const memories = selectAll<RobotmemMemory>(database, 'memories', memoryColumns)
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  const records = memories
    .map((memory) => {
      const successor = memory.superseded_by === null ? undefined : byId.get(memory.superseded_by)
      const own = tags.get(memory.id) ?? []
      return recordOfRobotmem(memory, { tags: own.map(({ tag }) => tag), successor })
    })
    .filter((record) => record !== undefined)
  return { sessions: readSessions(database), records, invalidated: memories.length - records.length }
}

type Outcome = { session_id: string; score: number | null }

function readSessions(database: Database): SessionInput[] {
  if (columnsOf(database, 'sessions').size === 0) return []
  const columns = ['id', 'session_id', 'score']
  const hasOutcomes = columnsOf(database, 'session_outcomes').size > 0
  const rows = hasOutcomes ? selectAll<Outcome>(database, 'session_outcomes', columns) : []
  const outcomes = Map.groupBy(rows, (row) => row.session_id)
  return selectAll<RobotmemSession>(database, 'sessions', sessionColumns).map((session) => {
    const scores = outcomes.get(session.external_id ?? '')?.flatMap(({ score }) => score ?? [])
    return sessionOfRobotmem(session, scores ?? [])
  })
}

function tagRows(database: Database) {
  if (columnsOf(database, 'memory_tags').size === 0) return []
  const sql = 'SELECT memory_id AS id, tag FROM memory_tags ORDER BY memory_id, tag'
  return database.prepare<[], { id: number; tag: string }>(sql).all()
}

const memoryColumns =
  'id session_id collection type content human_summary context perception_type perception_data perception_metadata concept category confidence decay_rate source scope status superseded_by access_count return_count last_accessed scope_files scope_entities created_at'.split(
    ' ',
  )
const sessionColumns = 'id external_id collection context status created_at updated_at'.split(' ')

/** Without these columns a table of this name is of another program. */
const essential = ['id', 'content', 'collection', 'status', 'confidence']

function assertRobotmem(database: Database, path: string): void {
  if (hasMemories(database)) return
  throw new RecordError(
    'RECORD_NOT_ROBOTMEM',
    `${path} is no database of robotmem: it has no table memories with the columns ${essential.join(', ')}. Name its memory.db, which is in ~/.robotmem unless it was given another place.`,
  )
}

function hasMemories(database: Database): boolean {
  try {
    const present = columnsOf(database, 'memories')
    return essential.every((column) => present.has(column))
  } catch (error) {
    if (hasCode(error, 'SQLITE_NOTADB')) return false
    throw error
  }
}

/** Reads columns of a table; those that an older version did not have are null, and so are bytes. */
function selectAll<Row>(database: Database, table: string, columns: readonly string[]): Row[] {
  const present = columnsOf(database, table)
  const values = columns.map((column) =>
    present.has(column)
      ? `CASE WHEN typeof(${column}) <> 'blob' THEN ${column} END AS ${column}`
      : `NULL AS ${column}`,
  )
  return database.prepare<[], Row>(`SELECT ${values.join(', ')} FROM ${table} ORDER BY id`).all()
}

function columnsOf(database: Database, table: string): ReadonlySet<string> {
  const rows = database
    .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
    .all(table)
  return new Set(rows.map(({ name }) => name))
}
