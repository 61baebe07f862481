import {
  columnsOf,
  quoted,
  replaceText,
  updateEachColumn,
  withDatabase,
  type SqlDatabase,
} from '../database.ts'
import { vectorBytes } from '../provider.ts'
import type { Injury, Kind } from './kinds.ts'

/** Changes by SQL that SQLite itself cannot detect. */
export const sqlKinds: readonly Kind[] = [
  bySql('text altered', (database) => replaceText(database, 'harbour', 'airport')),
  bySql('two vectors swapped', (database, injury) => {
    const [first, second] = twoVectors(injury)
    const between = Buffer.alloc(first.length, 7)
    replaceBytes(database, first, between)
    replaceBytes(database, second, first)
    replaceBytes(database, between, second)
  }),
  bySql('a vector overwritten', (database, injury) => replaceBytes(database, ...twoVectors(injury))),
  bySql('a folder’s path changed', (database, { notesFolder, outside }) =>
    replaceText(database, notesFolder, outside.slice(0, outside.lastIndexOf('/'))),
  ),
  bySql('files’ paths changed', (database) => replaceText(database, 'folder-1/', '../outside/')),
  bySql('a newer schema', raiseVersion, true),
  bySql('rows deleted', (database, { random }) =>
    untilChanged(database, () => {
      const table = quoted(random.pick(namesOf(database, 'table')))
      return `DELETE FROM ${table} WHERE (rowid * 7 + ${random.below(5)}) % 5 = 0`
    }),
  ),
  bySql('a column overwritten', (database, { random }) =>
    untilChanged(database, () => {
      const { table, column } = random.pick(columnsOf(database))
      const value = random.pick(["'noise'", '123456789', "x'00ff00ff'"])
      return `UPDATE OR IGNORE ${quoted(table)} SET ${quoted(column)} = ${value}`
    }),
  ),
  ...(['table', 'index', 'trigger'] as const).map((type) =>
    bySql(`a missing ${type}`, (database, { random }) => {
      // Required to drop tables of a full-text index.
      database.unsafeMode(true)
      database.exec(`DROP ${type} ${quoted(random.pick(namesOf(database, type)))}`)
    }),
  ),
  bySql('the mark of another program', (database) => database.pragma('application_id = 252006675'), true),
  bySql('nonsense in the schema', (database, { random }) => {
    database.unsafeMode(true)
    database.pragma('writable_schema = ON')
    const sql = `UPDATE sqlite_schema SET sql = 'CREATE nonsense' WHERE name = ?`
    database.prepare(sql).run(random.pick(namesOf(database, 'table')))
  }),
]

function bySql(
  name: string,
  work: (database: SqlDatabase, injury: Injury) => unknown,
  mayRefuse = false,
): Kind {
  return {
    name: `${name} by SQL`,
    mayRefuse,
    isOfIndex: /vector|folder|files|missing trigger/.test(name),
    injure: (injury) =>
      withDatabase(injury.file, (database) => {
        database.pragma('foreign_keys = OFF')
        database.pragma('ignore_check_constraints = ON')
        work(database, injury)
        database.pragma('wal_checkpoint(TRUNCATE)')
      }),
  }
}

function namesOf(database: SqlDatabase, type: 'table' | 'index' | 'trigger'): string[] {
  const sql = `SELECT name FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name`
  return database.prepare(sql).pluck().all(type) as string[]
}

/** Tries statements until one changes something, because tables accept different values. */
function untilChanged(database: SqlDatabase, statement: () => string): void {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    try {
      if (database.prepare(statement()).run().changes > 0) return
    } catch {
      // Tries the next table or column.
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

/** Raises the version in the version table above all known ones. */
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
