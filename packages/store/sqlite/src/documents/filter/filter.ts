import { compileFilter, type FilterDialect, type MemoryTest, type SearchFilter } from '@recallite/store'
import {
  givenIds,
  type SqlCondition,
  type SqlDatabase,
  type SqlValue,
} from '../../connection/sql-database.js'
import { matchExpression } from '../../keyword/match-expression.js'
import { type DocumentKind, isOfKind } from '../document-kind.js'
import { createGeneration } from '../status.js'

/** Reads the chunks that pass filters. */
export type FilterReader = ReturnType<typeof createFilterReader>

/** Creates the reader of filters for chunks of a kind. */
export function createFilterReader(database: SqlDatabase, kind: DocumentKind = 'file') {
  const generation = createGeneration(database)
  let last = { key: '', ids: '' }

  /** Caches the last list, since both retrievers need it and it may require reading every document. */
  function read(filter?: SearchFilter): string {
    const key = `${generation()} ${JSON.stringify(filter)}`
    if (last.key === key) return last.ids
    const { sql, values } = filter ? filterSql(filter, database) : all
    const listed = `SELECT json_group_array(chunk.id) AS ids FROM chunk WHERE ${isOfKind('chunk.id', kind)} AND ${sql}`
    last = { key, ids: database.prepare<{ ids: string }>(listed).get(...values)?.ids ?? '[]' }
    return last.ids
  }

  return {
    /** The row ids of the chunks that pass, as a JSON array; undefined if all do. @throws StoreError `STORE_INVALID_QUERY` */
    chunksWithin: (filter?: SearchFilter) => filter && read(filter),
    /** The same for all chunks of the kind. */
    allChunks: () => read(),
  }
}

const all: SqlCondition = { sql: 'TRUE', values: [] }

/** A filter as a condition on rows of `chunk`; reads what SQL cannot evaluate. @throws StoreError `STORE_INVALID_QUERY` */
export function filterSql(filter: SearchFilter, database: SqlDatabase): SqlCondition {
  return compileFor({ chunk: 'chunk.id', document: 'chunk.document_id' }, filter, database)
}

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
      `SELECT chunk_sections.chunk_id FROM (${list(texts)}) AS title
CROSS JOIN chunk_sections ON instr(chunk_sections.titles, title.value) > 0`,
    withWords: (query) =>
      `SELECT rowid FROM chunk_words WHERE chunk_words MATCH ${bind(matchExpression(query))}`,
  }
  return { sql: compileFilter(filter, dialect), values }
}

function idsOf({ column, passes, among }: MemoryTest, database: SqlDatabase): number[] {
  const columns = { chunk: 'NULL', document: 'document.id' }
  const { sql, values } = among ? compileFor(columns, among, database) : all
  return database
    .prepare<{ id: number; text: string }>(`SELECT id, ${column} AS text FROM document WHERE ${sql}`)
    .all(...values)
    .flatMap(({ id, text }) => (passes(text) ? [id] : []))
}
