import { openConnection } from '../connection.js'
import { damagedSteps, migrate, rewriteSteps } from '../migrations/ledger.js'
import { migrations } from '../migrations/migrations.js'
import type { SqlDatabase } from '../sql-database.js'
import type { Check, Finding } from './finding.js'

interface SchemaRow {
  readonly type: string
  readonly name: string
  readonly table: string
  readonly sql: string | null
}

function schemaOf(database: SqlDatabase): SchemaRow[] {
  return database.prepare<SchemaRow>('SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema').all()
}

function expectedSchema(): SchemaRow[] {
  const { database } = openConnection({ path: ':memory:', vectorExtension: false })
  try {
    migrate(database, migrations, Date.now)
    return schemaOf(database)
  } finally {
    database.close()
  }
}

/** What people add of their own, such as views, is left alone; what is ours is to be there as it was made. */
function checkTables(database: SqlDatabase): Finding[] {
  const present = new Set(schemaOf(database).map((row) => JSON.stringify(row)))
  const missing = expectedSchema().filter((row) => !present.has(JSON.stringify(row)))
  const [first] = missing
  if (!first) return []
  const reason = `the ${first.type} ${first.name} is not as this program made it`
  return [
    {
      damage: { part: 'file', count: missing.length, reason, isRestorable: false, documents: [] },
      mend: undefined,
    },
  ]
}

function checkSteps(database: SqlDatabase): Finding[] {
  const steps = damagedSteps(database)
  if (steps.length === 0) return []
  const reason = 'the list of schema steps has changed'
  const mend = () => rewriteSteps(database, steps, migrations)
  return [{ damage: { part: 'file', count: steps.length, reason, isRestorable: true, documents: [] }, mend }]
}

/** Tables, indexes and triggers, and the list of steps that made them: SQLite takes them as they stand. */
export const checkSchema: Check = (database) => [...checkTables(database), ...checkSteps(database)]
