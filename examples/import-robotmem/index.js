/* node index.js FILE: converts a robotmem database to JSON lines for `recallite import`. */
import { checkRecord, checkSession, RecordError } from '@recallite/store/records'
import { withTables } from './robotmem-database.js'
import { recordOf, sessionOf } from './robotmem-rows.js'

const file = process.argv[2]
try {
  if (file === undefined) throw new Error('The database is missing. Run: node index.js ~/.robotmem/memory.db')
  withTables(file, writeLines)
} catch (error) {
  fail(error, 2)
}

/** @param {import('./robotmem-database.js').Tables} tables */
function writeLines({ memories, memoryOf, tagsOf, sessions, outcomes }) {
  const scoresOf = Map.groupBy(outcomes, ({ session_id: id }) => id)
  for (const session of sessions) {
    const scores = scoresOf.get(session.external_id ?? '')?.flatMap(({ score }) => score ?? []) ?? []
    const fields = sessionOf(session, scores)
    write({ kind: 'session', ...fields }, () => checkSession(fields), {
      row: session,
      name: `session ${fields.id}`,
    })
  }
  let invalidated = 0
  for (const memory of memories) {
    if (memory.status !== 'active' && memory.status !== 'superseded') invalidated += 1
    else {
      const successor = memory.superseded_by === null ? undefined : memoryOf(memory.superseded_by)
      const fields = recordOf(memory, { tags: tagsOf(memory.id), successor })
      write({ kind: 'record', ...fields }, () => checkRecord(fields, 0), {
        row: memory,
        name: `memory ${memory.id}`,
      })
    }
  }
  if (invalidated > 0) console.error(`Skipped ${invalidated} invalidated memories.`)
}

/**
 * @param {{ kind: string, id?: string | null | undefined }} line
 * @param {() => void} check rejects what a record store would reject, with its name
 * @param {{ row: { is_too_large: number }, name: string }} source
 */
function write(line, check, { row, name }) {
  try {
    if (row.is_too_large)
      throw new RecordError('RECORD_INVALID_LINE', 'it has a text that is longer than the limit of a record')
    check()
    console.log(JSON.stringify(line))
  } catch (error) {
    if (!RecordError.isInstance(error)) throw error
    fail(new Error(`Skipped ${name}: ${error.message} (${error.code})`), 3)
  }
}

/**
 * @param {unknown} error
 * @param {number} exitCode
 */
function fail(error, exitCode) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = exitCode
}
