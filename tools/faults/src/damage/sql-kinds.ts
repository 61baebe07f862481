import {
  columnsOf,
  quoted,
  replaceText,
  updateEachColumn,
  withDatabase,
  type SqlDatabase,
} from '../database.ts'
import { vectorBytes } from '../provider.ts'
import type { Injury, Kind } from './kind.ts'

type Work = (database: SqlDatabase, injury: Injury) => unknown

function bySql(name: string, work: Work, mayRefuse = false): Kind {
  return {
    name,
    mayRefuse,
    injure: (injury) =>
      withDatabase(injury.world.database, (database) => {
        database.pragma('foreign_keys = OFF')
        database.pragma('ignore_check_constraints = ON')
        work(database, injury)
        database.pragma('wal_checkpoint(TRUNCATE)')
      }),
  }
}

/** Changes by SQL, which SQLite itself cannot see. */
export const sqlKinds: readonly Kind[] = [
  bySql('text altered by SQL', (database) => replaceText(database, 'harbour', 'airport')),
  bySql('two vectors swapped by SQL', (database, injury) => {
    const [first, second] = twoVectors(injury)
    const between = Buffer.alloc(first.length, 7)
    replaceBytes(database, first, between)
    replaceBytes(database, second, first)
    replaceBytes(database, between, second)
  }),
  bySql('a vector overwritten by SQL', (database, injury) => replaceBytes(database, ...twoVectors(injury))),
  bySql('a folder’s path changed by SQL', (database, { world, outside }) =>
    replaceText(database, world.notesFolder, outside.slice(0, outside.lastIndexOf('/'))),
  ),
  bySql('files’ paths changed by SQL', (database) => replaceText(database, 'folder-1/', '../outside/')),
  bySql('a newer schema', raiseVersion, true),
  ...[0, 1, 2].map((place) =>
    bySql(`rows deleted by SQL (${place + 1})`, (database, { random }) => {
      const tables = namesOf(database, 'table')
      untilChanged(
        database,
        () => `DELETE FROM ${quoted(random.pick(tables))} WHERE (rowid * 7 + ${place}) % 5 = 0`,
      )
    }),
  ),
  ...[0, 1, 2].map((place) =>
    bySql(`a column overwritten by SQL (${place + 1})`, (database, { random }) => {
      const columns = columnsOf(database)
      untilChanged(database, () => {
        const { table, column } = random.pick(columns)
        const value = random.pick([`'noise ${place}'`, '123456789', "x'00ff00ff'"])
        return `UPDATE OR IGNORE ${quoted(table)} SET ${quoted(column)} = ${value}`
      })
    }),
  ),
  ...(['table', 'index', 'trigger'] as const).map((type) =>
    bySql(`a missing ${type}`, (database, { random }) => {
      // The tables of a full-text index may not be dropped otherwise.
      database.unsafeMode(true)
      database.exec(`DROP ${type} ${quoted(random.pick(namesOf(database, type)))}`)
    }),
  ),
  bySql('a trigger that deletes', (database, { random }) => {
    const table = quoted(random.pick(columnsOf(database)).table)
    database.exec(`CREATE TRIGGER planted AFTER INSERT ON ${table} BEGIN DELETE FROM ${table}; END`)
  }),
  bySql('another application’s mark', (database) => database.pragma('application_id = 252006675'), true),
  bySql('another user version', (database) => database.pragma('user_version = 4711')),
  bySql('nonsense in the schema', (database, { random }) => {
    database.unsafeMode(true)
    database.pragma('writable_schema = ON')
    database
      .prepare(`UPDATE sqlite_schema SET sql = 'CREATE nonsense' WHERE name = ?`)
      .run(random.pick(namesOf(database, 'table')))
  }),
  bySql('a rollback journal mode', (database) => database.pragma('journal_mode = DELETE')),
]

function namesOf(database: SqlDatabase, type: 'table' | 'index' | 'trigger'): string[] {
  const sql = `SELECT name FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name`
  return database.prepare(sql).pluck().all(type) as string[]
}

/** Tries statements until one changes something: tables differ in what they take. */
function untilChanged(database: SqlDatabase, statement: () => string): void {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    try {
      if (database.prepare(statement()).run().changes > 0) return
    } catch {
      // Another table or column is tried next.
    }
  }
}

function twoVectors({ texts, random }: Injury): [Buffer, Buffer] {
  const first = random.pick(texts)
  return [vectorBytes(first), vectorBytes(random.pick(texts.filter((text) => text !== first)))]
}

function replaceBytes(database: SqlDatabase, from: Buffer, to: Buffer): void {
  updateEachColumn(database, '$ = ? WHERE $ = ?', [to, from])
}

/** The highest number of a ledger of versions becomes higher than any that the program knows. */
function raiseVersion(database: SqlDatabase): void {
  const ledger = columnsOf(database).filter(({ table }) => /migration|schema|version/i.test(table))
  for (const { table, column } of ledger) {
    const [from, name] = [quoted(table), quoted(column)]
    const isNumber = `typeof(${name}) = 'integer' AND ${name} < 990`
    database.exec(
      `UPDATE ${from} SET ${name} = ${name} + 990 WHERE ${isNumber} AND ${name} = (SELECT max(${name}) FROM ${from})`,
    )
  }
}
