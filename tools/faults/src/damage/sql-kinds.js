import { vectorBytes } from '../provider.js'
import { columnsOf, forEachColumn, quoted } from '../database-columns.js'
import { withDatabase } from '../database.js'

/** @typedef {import('./kinds.js').Kind} Kind */
/** @typedef {import('better-sqlite3').Database} Database */

/** @param {Database} database @param {'table' | 'index' | 'trigger'} type @returns {string[]} */
function namesOf(database, type) {
  const sql = `SELECT name FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name`
  return /** @type {string[]} */ (database.prepare(sql).pluck().all(type))
}

/** @param {(database: Database, injury: import('./kinds.js').Injury) => void} work @returns {Kind['injure']} */
const bySql = (work) => (injury) =>
  withDatabase(injury.world.database, (database) => {
    database.pragma('foreign_keys = OFF')
    database.pragma('ignore_check_constraints = ON')
    work(database, injury)
    database.pragma('wal_checkpoint(TRUNCATE)')
  })

/**
 * Tries statements until one changes something: tables differ in what they take.
 * @param {Database} database
 * @param {() => string} statement
 */
function untilChanged(database, statement) {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    try {
      if (database.prepare(statement()).run().changes > 0) return
    } catch {
      // Another table or column is tried next.
    }
  }
}

/** @param {string} from @param {(injury: import('./kinds.js').Injury) => string} to @returns {Kind['injure']} */
const replaceText = (from, to) =>
  bySql((database, injury) => {
    forEachColumn(database, ({ table, column }) => ({
      sql: `UPDATE ${table} SET ${column} = replace(${column}, ?, ?) WHERE typeof(${column}) = 'text' AND instr(${column}, ?)`,
      values: [from, to(injury), from],
    }))
  })

/** @param {readonly string[]} texts @param {import('../random.js').Random} random */
function twoVectors(texts, random) {
  const first = random.pick(texts)
  return [first, random.pick(texts.filter((text) => text !== first))].map(vectorBytes)
}

/** @param {Database} database @param {Buffer} from @param {Buffer} to */
function replaceBytes(database, from, to) {
  forEachColumn(database, ({ table, column }) => ({
    sql: `UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`,
    values: [to, from],
  }))
}

/** @type {readonly Kind[]} */
const rows = [
  { name: 'text altered by SQL', injure: replaceText('harbour', () => 'airport') },
  {
    name: 'two vectors swapped by SQL',
    injure: bySql((database, { texts, random }) => {
      const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = twoVectors(texts, random)
      const between = Buffer.alloc(first.length, 7)
      replaceBytes(database, first, between)
      replaceBytes(database, second, first)
      replaceBytes(database, between, second)
    }),
  },
  {
    name: 'a vector overwritten by SQL',
    injure: bySql((database, { texts, random }) => {
      const [from = Buffer.alloc(0), to = Buffer.alloc(0)] = twoVectors(texts, random)
      replaceBytes(database, from, to)
    }),
  },
  {
    name: 'a folder’s path changed by SQL',
    injure: (injury) =>
      replaceText(injury.world.notesFolder, ({ outside }) => outside.slice(0, outside.lastIndexOf('/')))(
        injury,
      ),
  },
  { name: 'files’ paths changed by SQL', injure: replaceText('folder-1/', () => '../outside/') },
  {
    name: 'a newer schema',
    mayRefuse: true,
    injure: bySql((database) => {
      const ledger = columnsOf(database).filter(({ table }) => /migration|schema|version/i.test(table))
      for (const { table, column } of ledger) {
        const [from, name] = [quoted(table), quoted(column)]
        database
          .prepare(
            `UPDATE ${from} SET ${name} = ${name} + 990 WHERE typeof(${name}) = 'integer' AND ${name} < 990
              AND ${name} = (SELECT max(${name}) FROM ${from})`,
          )
          .run()
      }
    }),
  },
  ...[0, 1, 2].map((place) => ({
    name: `rows deleted by SQL (${place + 1})`,
    injure: bySql((database, { random }) => {
      const tables = namesOf(database, 'table')
      untilChanged(
        database,
        () => `DELETE FROM ${quoted(random.pick(tables))} WHERE (rowid * 7 + ${place}) % 5 = 0`,
      )
    }),
  })),
  ...[0, 1, 2].map((place) => ({
    name: `a column overwritten by SQL (${place + 1})`,
    injure: bySql((database, { random }) => {
      const columns = columnsOf(database)
      untilChanged(database, () => {
        const { table, column } = random.pick(columns)
        const value = random.pick([`'noise ${place}'`, '123456789', "x'00ff00ff'"])
        return `UPDATE OR IGNORE ${quoted(table)} SET ${quoted(column)} = ${value}`
      })
    }),
  })),
]

/** @type {readonly Kind[]} */
const schema = [
  .../** @type {const} */ (['table', 'index', 'trigger']).map((type) => ({
    name: `a missing ${type}`,
    injure: bySql((database, { random }) => {
      const [name] = [random.pick(namesOf(database, type))]
      database.exec(`DROP ${type} ${quoted(name)}`)
    }),
  })),
  {
    name: 'a trigger that deletes',
    injure: bySql((database, { random }) => {
      const table = quoted(random.pick(columnsOf(database)).table)
      database.exec(`CREATE TRIGGER planted AFTER INSERT ON ${table} BEGIN DELETE FROM ${table}; END`)
    }),
  },
  {
    name: 'another application’s mark',
    mayRefuse: true,
    injure: bySql((database) => database.pragma('application_id = 252006675')),
  },
  { name: 'another user version', injure: bySql((database) => database.pragma('user_version = 4711')) },
  {
    name: 'nonsense in the schema',
    injure: bySql((database, { random }) => {
      database.unsafeMode(true)
      database.pragma('writable_schema = ON')
      database
        .prepare(`UPDATE sqlite_schema SET sql = 'CREATE nonsense' WHERE name = ?`)
        .run(random.pick(namesOf(database, 'table')))
    }),
  },
  { name: 'a rollback journal mode', injure: bySql((database) => database.pragma('journal_mode = DELETE')) },
]

/** Changes by SQL, which SQLite itself cannot see. */
export const sqlKinds = [...rows, ...schema]
