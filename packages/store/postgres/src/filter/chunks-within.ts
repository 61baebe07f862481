import { compileFilter, type FilterDialect, type MemoryTest, type SearchFilter } from '@recallite/store'
import type { Session } from '../connection/connections.js'
import { isOfKind, sortedLength } from '../connection/schema.js'
import {
  createBinder,
  decodeText,
  encodeText,
  encodeTexts,
  numberList,
  type Bind,
} from '../connection/values.js'
import { matchSql } from '../keyword/match-sql.js'

/**
 * What selects the ids of the chunks that pass a filter, and perhaps some of the other kind; undefined if all do.
 * @throws StoreError `STORE_INVALID_QUERY`
 */
export async function chunksWithin(
  session: Session,
  filter: SearchFilter | undefined,
): Promise<((bind: Bind) => string) | undefined> {
  if (!filter) return undefined
  const { s } = session
  const tests: MemoryTest[] = []
  // What is read in memory is found out by compiling, and a query that is too deep is refused by it.
  compileFilter(
    filter,
    dialect(s, createBinder().bind, (test) => `${tests.push(test)}`),
  )
  const passing: number[][] = []
  for (const test of tests) passing.push(await documentsThatPass(session, test))
  return (bind) => {
    const lists = passing.values()
    const next = () => `SELECT unnest(${bind(numberList(lists.next().value ?? []))}::bigint[])`
    return `SELECT id FROM ${s}.chunk AS passing WHERE ${compileFilter(filter, dialect(s, bind, next))}`
  }
}

async function documentsThatPass(session: Session, { column, passes }: MemoryTest): Promise<number[]> {
  const { rows } = await session.query<{ id: number; text: string }>(
    `SELECT id, ${column} AS text FROM ${session.s}.document WHERE ${isOfKind('id', session.kind)}`,
  )
  return rows.flatMap(({ id, text }) => (passes(decodeText(text)) ? [id] : []))
}

/** Of the rows of `chunk AS passing`. */
function dialect(s: string, bind: Bind, passing: FilterDialect['passing']): FilterDialect {
  const list = (texts: readonly string[]): string => `${bind(texts)}::text[]`
  return {
    passing,
    table: (name) => `${s}.${name}`,
    bind: (value) => (typeof value === 'string' ? bind(encodeText(value)) : `${bind(value)}::float8`),
    isOneOf(column, texts) {
      const kept = encodeTexts(texts)
      const isOne = `${column} = ANY(${list(kept)})`
      if (column !== 'key') return isOne
      // The index has the beginnings of keys alone.
      const starts = kept.map((text) => [...text].slice(0, sortedLength).join(''))
      return `left(key, ${sortedLength}) = ANY(${list(starts)}) AND ${isOne}`
    },
    isWithin: (spans) => `EXISTS (
      SELECT 1 FROM unnest(${list(spans.map(({ first }) => first ?? ''))}, ${list(spans.map(({ last }) => last ?? ''))})
        AS span (first, last)
      WHERE document_field.first >= span.first COLLATE "C" AND document_field.last <= span.last COLLATE "C")`,
    isAmong: (what, selected) => `EXISTS (
      SELECT 1 FROM (${selected}) AS named (id) WHERE named.id = passing.${what === 'chunk' ? 'id' : 'document_id'})`,
    withHeadings: (texts) => `SELECT chunk.id FROM ${s}.chunk WHERE EXISTS (
      SELECT 1 FROM unnest(${list(encodeTexts(texts))}) AS wanted (text) WHERE strpos(sections, wanted.text) > 0)`,
    withWords: (query) => matchSql(query, s, bind),
  }
}
