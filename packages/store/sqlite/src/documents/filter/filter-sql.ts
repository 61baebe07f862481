import type { SearchFilter } from '@recallite/store'
import { compileFilter, type FilterDialect, type MemoryTest } from '@recallite/store/filters'
import { matchExpression } from '../../keyword/match-expression.js'
import { givenIds, type SqlCondition, type SqlDatabase, type SqlValue } from '../../connection/sql-database.js'

/**
 * The condition on rows of `chunk` that a filter is. What SQL does not answer is read from the database at once.
 * @throws StoreError `STORE_INVALID_QUERY`
 */
export function filterSql(filter: SearchFilter, database: SqlDatabase): SqlCondition {
  return compileFor({ chunk: 'chunk.id', document: 'chunk.document_id' }, filter, database)
}

/** The columns that have the ids of chunks and documents. */
type IdColumns = Readonly<Record<'chunk' | 'document', string>>

function compileFor(columns: IdColumns, filter: SearchFilter, database: SqlDatabase): SqlCondition {
  const values: SqlValue[] = []
  const bind = (value: SqlValue): string => {
    values.push(value)
    return '?'
  }
  const list = (items: readonly unknown[]): string => {
    bind(JSON.stringify(items))
    return givenIds
  }
  const dialect: FilterDialect = {
    table: (name) => name,
    bind,
    isOneOf: (column, texts) => `${column} IN (${list(texts)})`,
    isWithin(spans) {
      const pairs = list(spans.map(({ first, last }) => [first, last]))
      return `(document_field.first IS NOT NULL AND EXISTS (SELECT 1 FROM (${pairs}) AS span
WHERE document_field.first >= span.value ->> 0 AND document_field.last <= span.value ->> 1))`
    },
    isAmong: (what, selected) => `${columns[what]} IN (${selected})`,
    passing: (test) => list(idsOf(test, database)),
    withHeadings: (texts) =>
      `SELECT chunk_sections.chunk_id FROM (${list(texts)}) AS wanted
CROSS JOIN chunk_sections ON instr(chunk_sections.titles, wanted.value) > 0`,
    withWords: (query) =>
      `SELECT rowid FROM chunk_words WHERE chunk_words MATCH ${bind(matchExpression(query))}`,
  }
  return { sql: compileFilter(filter, dialect), values }
}

function idsOf({ column, passes, among }: MemoryTest, database: SqlDatabase): number[] {
  const columns = { chunk: 'NULL', document: 'document.id' }
  const { sql, values } = among ? compileFor(columns, among, database) : { sql: 'TRUE', values: [] }
  return database
    .prepare<{ id: number; text: string }>(`SELECT id, ${column} AS text FROM document WHERE ${sql}`)
    .all(...values)
    .flatMap(({ id, text }) => (passes(text) ? [id] : []))
}
