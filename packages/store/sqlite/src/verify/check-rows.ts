import type { StorePart } from '@recallite/store'
import { copyChecksum, readSealed, sealedTables, sealRow, type SealedRow, type SealedTable } from '../seal.js'
import { vectorIdsOf } from '../vector-row.js'
import type { SqlDatabase } from '../sql-database.js'
import type { Check, Finding } from './finding.js'

interface TableCheck {
  readonly part: StorePart
  /** What to call such a row. */
  readonly name: string
  readonly remove: (database: SqlDatabase, key: SealedRow['key']) => void
}

function removeSpace(database: SqlDatabase, id: number): void {
  const { first, last } = vectorIdsOf(id)
  database.prepare('DELETE FROM vector WHERE id BETWEEN ? AND ?').run(first, last)
  database.prepare('DELETE FROM space WHERE id = ?').run(id)
}

const checks: Readonly<Record<SealedTable, TableCheck>> = {
  root: {
    part: 'documents',
    name: 'the entry of a folder',
    remove: (database, id) => void database.prepare('DELETE FROM root WHERE id = ?').run(id),
  },
  space: {
    part: 'spaces',
    name: 'the entry of a vector space',
    remove: (database, id) => removeSpace(database, Number(id)),
  },
  note: {
    part: 'file',
    name: 'a note',
    remove: (database, name) => void database.prepare('DELETE FROM note WHERE name = ?').run(name),
  },
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

/** A row that is damaged or gone, and the copy of it. */
interface Loss {
  readonly key: SealedRow['key'] | undefined
  readonly copy: Copy | undefined
}

/** Rows that are not as they were written, by their checksums or because only their copy is there. */
function lossesOf(rows: readonly SealedRow[], copies: readonly Copy[]): Loss[] {
  const sound = new Map(copies.filter(({ isSound }) => isSound).map((copy) => [copy.key, copy]))
  const damaged = rows.filter(({ checksum, actual }) => checksum !== null && checksum !== actual)
  const known = new Set(rows.map(({ key }) => String(key)))
  const gone = [...sound.values()].filter(({ key }) => !known.has(key))
  return [
    ...damaged.map(({ key }) => ({ key, copy: sound.get(String(key)) })),
    ...gone.map((copy) => ({ key: undefined, copy })),
  ]
}

/** Keeps the row itself where it can: others belong to it, and would go with it. */
function restore(database: SqlDatabase, table: SealedTable, { key, copy }: Loss): void {
  if (!copy) return
  const columns = sealedTables[table].columns.map((column) => column.replace(/^hex\((.+)\)$/, '$1'))
  const values = sealedTables[table].columns.map((column, position) => {
    const value = `json_extract(content, '$[${position}]')`
    return column.startsWith('hex(') ? `nullif(unhex(${value}), x'')` : value
  })
  const { key: keyName } = sealedTables[table]
  const given = `SELECT ${values.join(', ')} FROM (SELECT ? AS content)`
  const names = columns.join(', ')
  if (key === undefined) database.prepare(`INSERT INTO ${table} (${names}) ${given}`).run(copy.content)
  else
    database
      .prepare(`UPDATE ${table} SET (${names}) = (${given}) WHERE ${keyName} = ?`)
      .run(copy.content, key)
  sealRow(database, table, key ?? keyOf(table, copy))
}

function keyOf(table: SealedTable, { key }: Copy): SealedRow['key'] {
  return sealedTables[table].key === 'id' ? Number(key) : key
}

/** What has no copy goes first: it may have the name that another has to get back. */
function mendLosses(database: SqlDatabase, table: SealedTable, losses: readonly Loss[]): void {
  for (const { key, copy } of losses) {
    if (key !== undefined && !copy) checks[table].remove(database, key)
  }
  for (const loss of losses) restore(database, table, loss)
}

function lossFinding(database: SqlDatabase, table: SealedTable, losses: readonly Loss[]): Finding[] {
  if (losses.length === 0) return []
  const { part, name } = checks[table]
  const isKept = losses.every(({ copy }) => copy)
  const reason = `${name} is damaged${isKept ? ', and there is a second copy of it' : ' and has to be made anew'}`
  return [
    {
      damage: { part, count: losses.length, reason, isRestorable: isKept, documents: [] },
      mend: () => mendLosses(database, table, losses),
    },
  ]
}

/** Copies that are damaged, lack, or are not of what the row is now. */
function copyFinding(
  database: SqlDatabase,
  table: SealedTable,
  { rows, copies }: { rows: readonly SealedRow[]; copies: readonly Copy[] },
) {
  const byKey = new Map(copies.map((copy) => [copy.key, copy]))
  const sealed = rows.filter(({ checksum, actual }) => checksum === actual)
  const lacking = sealed.filter(({ key, content }) => {
    const copy = byKey.get(String(key))
    return !copy?.isSound || copy.content !== content
  })
  const known = new Set(rows.map(({ key }) => String(key)))
  const damaged = copies.filter(({ key, isSound }) => !isSound && !known.has(key))
  const count = lacking.length + damaged.length
  if (count === 0) return []
  const mend = () => {
    const remove = database.prepare('DELETE FROM row_copy WHERE id = ?')
    for (const { id } of damaged) remove.run(id)
    for (const { key } of lacking) sealRow(database, table, key)
  }
  const reason = `the second copy of ${checks[table].name} is damaged`
  return [
    { damage: { part: 'file', count, reason, isRestorable: true, documents: [] }, mend },
  ] satisfies Finding[]
}

/** The rows of small tables, and their second copies, against their checksums. */
export function checkRows(table: SealedTable): Check {
  return (database) => {
    const rows = readSealed(database, table)
    const copies = readCopies(database, table)
    return [
      ...lossFinding(database, table, lossesOf(rows, copies)),
      ...copyFinding(database, table, { rows, copies }),
    ]
  }
}
