import { compileFilter, type FilterDialect, type MemoryTest, type SearchFilter } from '@recallite/store'
import { matchExpression } from '../keyword/match-expression.js'
import { givenIds, type SqlCondition, type SqlDatabase, type SqlValue } from '../sql-database.js'

/**
 * The condition on rows of `chunk` that a filter is. What SQL does not answer is read from the database at once.
 * @throws StoreError `STORE_INVALID_QUERY`
 */
export function filterSql(filter: SearchFilter, database: SqlDatabase): SqlCondition {
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
    isAmong: (what, selected) => `${what === 'chunk' ? 'chunk.id' : 'chunk.document_id'} IN (${selected})`,
    passing: (test) => list(idsOf(test, database)),
    withHeadings: (texts) =>
      `SELECT chunk_sections.chunk_id FROM (${list(texts)}) AS wanted
CROSS JOIN chunk_sections ON instr(chunk_sections.titles, wanted.value) > 0`,
    withWords: (query) =>
      `SELECT rowid FROM chunk_words WHERE chunk_words MATCH ${bind(matchExpression(query))}`,
  }
  return { sql: compileFilter(filter, dialect), values }
}

function idsOf({ column, passes }: MemoryTest, database: SqlDatabase): number[] {
  return database
    .prepare<{ id: number; text: string }>(`SELECT id, ${column} AS text FROM document`)
    .all()
    .flatMap(({ id, text }) => (passes(text) ? [id] : []))
}
