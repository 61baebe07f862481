/* node index.js FILE: writes what a database of robotmem holds as the JSON lines that `recallite import` reads. */
import { checkRecord, checkSession, RecordError } from '@recallite/records'
import { readTables } from './robotmem-database.js'
import { recordOf, sessionOf } from './robotmem-rows.js'

const file = process.argv[2]
try {
  if (file === undefined) throw new Error('Name the database: node index.js ~/.robotmem/memory.db')
  writeLines(readTables(file))
} catch (error) {
  fail(error, 2)
}

/** @param {import('./robotmem-database.js').Tables} tables */
function writeLines({ memories, sessions, outcomes, tags }) {
  for (const session of sessions) {
    const own = outcomes.filter(({ session_id: id }) => id === session.external_id)
    const scores = own.flatMap(({ score }) => score ?? [])
    const fields = sessionOf(session, scores)
    write({ kind: 'session', ...fields }, () => checkSession(fields))
  }
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  const tagsOf = Map.groupBy(tags, (row) => row.memory_id)
  const kept = memories.filter(({ status }) => status === 'active' || status === 'superseded')
  for (const memory of kept) {
    const successor = memory.superseded_by === null ? undefined : byId.get(memory.superseded_by)
    const fields = recordOf(memory, { tags: tagsOf.get(memory.id)?.map(({ tag }) => tag) ?? [], successor })
    write({ kind: 'record', ...fields }, () => checkRecord(fields, 0), `memory ${memory.id}`)
  }
  const invalidated = memories.length - kept.length
  if (invalidated > 0) console.error(`${invalidated} invalidated memories are left out.`)
}

/**
 * @param {{ kind: string, id?: string | null | undefined }} line
 * @param {() => void} check what a store of records will refuse is refused here, by its name
 */
function write(line, check, name = `session ${line.id}`) {
  try {
    check()
    console.log(JSON.stringify(line))
  } catch (error) {
    if (!RecordError.isInstance(error)) throw error
    fail(new Error(`The ${name} is left out: ${error.message} (${error.code})`), 3)
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
