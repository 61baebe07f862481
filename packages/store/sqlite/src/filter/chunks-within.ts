import {
  assertConditions,
  createPathMatcher,
  type FieldTest,
  type FieldValue,
  foldLine,
  readFieldValue,
  type SearchCondition,
  type SearchFilter,
} from '@recallite/store'
import { matchExpression } from '../keyword/match-expression.js'
import { type DocumentKind, isOfKind } from '../document-kind.js'
import type { SqlDatabase, SqlValue } from '../sql-database.js'
import { createGeneration } from '../status.js'
import { metadataSql } from './metadata-sql.js'

/** Selects the values of a JSON array that is bound. */
export const givenIds = 'SELECT value FROM json_each(?)'

/** Gives the chunks that pass filters. */
export interface FilterReader {
  /**
   * The row ids of the chunks that pass a filter, for which `loadMetadataSql` was called, as a JSON array; undefined if all do. To
   * make the list may take a look at every document: both retrievers ask for it, so the last one is kept until something changes.
   * @throws StoreError `STORE_INVALID_QUERY`
   */
  chunksWithin(filter?: SearchFilter): string | undefined
  /** The row ids of all chunks of the kind, in the same form. */
  allChunks(): string
}

/** Makes the reader of a database's filters, for chunks of a kind. */
export function createFilterReader(database: SqlDatabase, kind: DocumentKind = 'file'): FilterReader {
  const generation = createGeneration(database)
  let last = { key: '', ids: '' }
  function read(filter: SearchFilter): string {
    const key = `${generation()} ${JSON.stringify(filter)}`
    if (last.key !== key) last = { key, ids: readChunks(database, filter, kind) }
    return last.ids
  }
  return {
    chunksWithin: (filter = []) => (filter.length === 0 ? undefined : read(filter)),
    allChunks: () => read([]),
  }
}

function readChunks(database: SqlDatabase, filter: SearchFilter, kind: DocumentKind): string {
  assertConditions(filter)
  let paths: DocumentPath[] | undefined
  const listPaths = () => (paths ??= database.prepare<DocumentPath>('SELECT id, path FROM document').all())
  const parts = filter.map((condition) => {
    const { column, sql, values } = membershipOf(condition, listPaths)
    return { sql: `chunk.${column} ${condition.isNegated ? 'NOT IN' : 'IN'} (${sql})`, values }
  })
  const found = database
    .prepare<{ ids: string }>(
      `SELECT json_group_array(chunk.id) AS ids FROM chunk
WHERE ${[isOfKind('chunk.id', kind), ...parts.map(({ sql }) => sql)].join('\nAND ')}`,
    )
    .get(...parts.flatMap(({ values }) => values))
  return found?.ids ?? '[]'
}

interface SqlCondition {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** Selects the ids that a column of `chunk` has to be among. */
interface Membership extends SqlCondition {
  readonly column: 'id' | 'document_id'
}

/** A document's id and path, for globs, which SQL cannot match. */
interface DocumentPath {
  readonly id: number
  readonly path: string
}

/**
 * The chunks that a condition names, whether it is negated or not.
 * @param listPaths gives every document's path
 * @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply
 */
export function membershipOf(
  condition: SearchCondition,
  listPaths: () => readonly DocumentPath[],
): Membership {
  switch (condition.kind) {
    case 'root':
      return ofDocuments({ sql: rootSql, values: [JSON.stringify(condition.names)] })
    case 'path': {
      const fits = createPathMatcher(condition.globs)
      const ids = listPaths().flatMap(({ id, path }) => (fits(path) ? [id] : []))
      return ofDocuments({ sql: givenIds, values: [JSON.stringify(ids)] })
    }
    case 'heading': {
      const wanted = condition.texts.map(foldLine).filter((text) => text !== '')
      return { column: 'id', sql: headingSql, values: [JSON.stringify(wanted)] }
    }
    case 'date':
      return ofDocuments({ sql: dateSql, values: [condition.from ?? '', condition.to ?? '9999-12-31'] })
    case 'field':
      return ofDocuments(withField(condition.keys.map(foldLine), condition.test))
    case 'metadata':
      return ofDocuments(metadataSql(condition))
    case 'words':
      return { column: 'id', sql: wordSql, values: [matchExpression(condition.query)] }
  }
}

const rootSql = `SELECT document.id FROM root CROSS JOIN document ON document.root_id = root.id WHERE root.name IN (${givenIds})`

const headingSql = `SELECT chunk_sections.chunk_id FROM json_each(?) AS wanted
CROSS JOIN chunk_sections ON instr(chunk_sections.titles, wanted.value) > 0`

const dateSql = 'SELECT document.id FROM document WHERE document.date >= ? AND document.date <= ?'

const wordSql = 'SELECT rowid FROM chunk_words WHERE chunk_words MATCH ?'

const ofDocuments = (condition: SqlCondition): Membership => ({ column: 'document_id', ...condition })

function withField(keys: readonly string[], test: FieldTest): SqlCondition {
  if (test.operator === 'present') {
    return { sql: presentSql, values: [JSON.stringify(keys), JSON.stringify(keys)] }
  }
  const asked = test.operator === '=' ? test.values : [test.value]
  const wanted = asked.map(readFieldValue).filter(({ text }) => text !== '')
  const [first] = wanted
  const { sql, values } =
    first === undefined || test.operator === '=' ? equal(wanted) : ordered(test.operator, first)
  return {
    sql: `SELECT field.document_id FROM document_field AS field WHERE field.key IN (${givenIds}) AND (${sql})`,
    values: [JSON.stringify(keys), ...values],
  }
}

const fieldOfKey = 'SELECT field.document_id FROM json_each(?) AS wanted CROSS JOIN document_field AS field'

/** The fields inside a field have its key and a dot before their own; a slash is the character after the dot. */
const presentSql = `${fieldOfKey} ON field.key = wanted.value
UNION ALL
${fieldOfKey} ON field.key >= wanted.value || '.' AND field.key < wanted.value || '/'`

function equal(wanted: readonly FieldValue[]): SqlCondition {
  const spans = wanted.filter(({ first }) => first !== null).map(({ first, last }) => [first, last])
  return {
    sql: `field.text IN (${givenIds}) OR (field.first IS NOT NULL AND EXISTS (
  SELECT 1 FROM json_each(?) AS span WHERE field.first >= span.value ->> 0 AND field.last <= span.value ->> 1))`,
    values: [JSON.stringify(wanted.map(({ text }) => text)), JSON.stringify(spans)],
  }
}

/** Which ends of the two dates an operator compares: the field's and the wanted one's. */
const ends = {
  '<': ['last', 'first'],
  '<=': ['last', 'last'],
  '>': ['first', 'last'],
  '>=': ['first', 'first'],
} as const

function ordered(operator: keyof typeof ends, wanted: FieldValue): SqlCondition {
  const [end, wantedEnd] = ends[operator]
  const parts: SqlCondition[] = []
  if (wanted.number !== null) parts.push({ sql: `field.number ${operator} ?`, values: [wanted.number] })
  if (wanted.first !== null) parts.push({ sql: `field.${end} ${operator} ?`, values: [wanted[wantedEnd]] })
  if (parts.length === 0) {
    const isText = 'field.number IS NULL AND field.first IS NULL'
    parts.push({ sql: `${isText} AND field.text ${operator} ?`, values: [wanted.text] })
  }
  return { sql: parts.map(({ sql }) => sql).join(' OR '), values: parts.flatMap(({ values }) => values) }
}
