import type { StorePart } from '@recallite/store'
import { copyChecksum, readSealed, sealedTables, sealRow, type SealedRow, type SealedTable } from '../seal.js'
import type { SqlDatabase } from '../sql-database.js'
import { vectorIdsOf } from '../vector-row.js'
import { findingOf, type Check, type Finding } from './finding.js'

/** The rows of a sealed table, and their second copies, against their checksums. */
export function checkRows(table: SealedTable): Check {
  return (database) => {
    const rows = readSealed(database, table)
    const copies = readCopies(database, table)
    return [
      ...checkLosses(database, table, lossesOf(rows, copies)),
      ...checkCopies(database, table, { rows, copies }),
    ]
  }
}

const namesOfRows: Readonly<Record<SealedTable, readonly [part: StorePart, name: string]>> = {
  root: ['documents', 'the entry of a folder'],
  space: ['spaces', 'the entry of a vector space'],
  note: ['storage', 'a note'],
}

interface Copy {
  readonly id: number
  readonly key: string
  readonly content: string
  readonly isSound: boolean
}

function readCopies(database: SqlDatabase, table: SealedTable): Copy[] {
  return database
    .prepare<Omit<Copy, 'isSound'> & { checksum: number }>(
      'SELECT id, key, content, checksum FROM row_copy WHERE source = ?',
    )
    .all(table)
    .map(({ checksum, ...copy }) => {
      return { ...copy, isSound: checksum === copyChecksum(table, copy.key, copy.content) }
    })
}

/** A row that is damaged, or gone if its key is undefined, and its copy where there is one. */
interface Loss {
  readonly key: SealedRow['key'] | undefined
  readonly copy: Copy | undefined
}

/** Rows that are not as they were written, by their checksums or because only their copy is there. */
function lossesOf(rows: readonly SealedRow[], copies: readonly Copy[]): Loss[] {
  const sound = new Map(copies.filter(({ isSound }) => isSound).map((copy) => [copy.key, copy]))
  const damaged = rows.filter(({ checksum, actual }) => checksum !== actual)
  const known = new Set(rows.map(({ key }) => String(key)))
  const gone = [...sound.values()].filter(({ key }) => !known.has(key))
  return [
    ...damaged.map(({ key }) => ({ key, copy: sound.get(String(key)) })),
    ...gone.map((copy) => ({ key: undefined, copy })),
  ]
}

function checkLosses(database: SqlDatabase, table: SealedTable, losses: readonly Loss[]): Finding[] {
  const [part, name] = namesOfRows[table]
  const isRestorable = losses.every(({ copy }) => copy)
  const rest = isRestorable ? ', and there is a second copy of it' : ' and has to be made anew'
  return findingOf({ part, count: losses.length, reason: `${name} is damaged${rest}`, isRestorable }, () => {
    // Rows without a copy go first: they may have the name that another row has to get back.
    for (const { key, copy } of losses) {
      if (key !== undefined && !copy) removeRow(database, table, key)
    }
    for (const loss of losses) restore(database, table, loss)
  })
}

function removeRow(database: SqlDatabase, table: SealedTable, key: SealedRow['key']): void {
  if (table === 'space') {
    const { first, last } = vectorIdsOf(Number(key))
    database.prepare('DELETE FROM vector WHERE id BETWEEN ? AND ?').run(first, last)
  }
  database.prepare(`DELETE FROM ${table} WHERE ${sealedTables[table].key} = ?`).run(key)
}

/** Writes the copy into the row where the row is still there: what belongs to a row would be deleted with it. */
function restore(database: SqlDatabase, table: SealedTable, { key, copy }: Loss): void {
  if (!copy) return
  const { key: keyName, columns } = sealedTables[table]
  const names = columns.map((column) => column.replace(/^hex\((.+)\)$/, '$1')).join(', ')
  const values = columns.map((column, position) => {
    const value = `json_extract(content, '$[${position}]')`
    return column.startsWith('hex(') ? `nullif(unhex(${value}), x'')` : value
  })
  const given = `SELECT ${values.join(', ')} FROM (SELECT ? AS content)`
  if (key === undefined) database.prepare(`INSERT INTO ${table} (${names}) ${given}`).run(copy.content)
  else
    database
      .prepare(`UPDATE ${table} SET (${names}) = (${given}) WHERE ${keyName} = ?`)
      .run(copy.content, key)
  sealRow(database, table, key ?? (keyName === 'id' ? Number(copy.key) : copy.key))
}

/** Copies that are damaged, missing, or not of what the row is now. */
function checkCopies(
  database: SqlDatabase,
  table: SealedTable,
  { rows, copies }: { rows: readonly SealedRow[]; copies: readonly Copy[] },
): Finding[] {
  const byKey = new Map(copies.map((copy) => [copy.key, copy]))
  const outdated = rows.filter(({ key, content, checksum, actual }) => {
    const copy = byKey.get(String(key))
    return checksum === actual && !(copy?.isSound === true && copy.content === content)
  })
  const known = new Set(rows.map(({ key }) => String(key)))
  const damaged = copies.filter(({ key, isSound }) => !isSound && !known.has(key))
  const count = outdated.length + damaged.length
  const reason = `the second copy of ${namesOfRows[table][1]} is damaged`
  return findingOf({ part: 'storage', count, reason, isRestorable: true }, () => {
    const remove = database.prepare('DELETE FROM row_copy WHERE id = ?')
    for (const { id } of damaged) remove.run(id)
    for (const { key } of outdated) sealRow(database, table, key)
  })
}
