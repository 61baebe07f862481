import { compileFilter, type FilterDialect, type MemoryTest, type SearchFilter } from '@recallite/store'
import type { Session } from '../connection/connections.js'
import { isOfKind, keptStart, sortedLength } from '../connection/schema.js'
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
  compileFilter(filter, { ...dialect(s, createBinder().bind), passing: (test) => `${tests.push(test)}` })
  const passing: number[][] = []
  for (const test of tests) passing.push(await documentsThatPass(session, test))
  return (bind) => {
    const lists = passing.values()
    const next = () => `SELECT unnest(${bind(numberList(lists.next().value ?? []))}::bigint[])`
    const condition = compileFilter(filter, { ...dialect(s, bind), passing: next })
    return `SELECT id FROM ${s}.chunk AS passing WHERE ${condition}`
  }
}

async function documentsThatPass(
  { s, kind, query }: Session,
  { column, passes, among }: MemoryTest,
): Promise<number[]> {
  const { bind, values } = createBinder()
  const condition = among ? compileFilter(among, { ...dialect(s, bind), isAmong: isDocument }) : 'true'
  const { rows } = await query<{ id: number; text: string }>(
    `SELECT id, ${column} AS text FROM ${s}.document WHERE ${isOfKind('id', kind)} AND ${condition}`,
    values,
  )
  return rows.flatMap(({ id, text }) => (passes(decodeText(text)) ? [id] : []))
}

const isDocument: FilterDialect['isAmong'] = (_, selected) => `id IN (${selected})`

/** Of the rows of `chunk AS passing`. Conditions on fields read no document in memory. */
function dialect(s: string, bind: Bind): FilterDialect {
  const list = (texts: readonly string[]): string => `${bind(texts)}::text[]`
  return {
    passing: () => 'SELECT NULL::bigint',
    table: (name) => `${s}.${name}`,
    bind: (value) => (typeof value === 'string' ? bind(encodeText(value)) : `${bind(value)}::float8`),
    isOneOf(column, texts) {
      const kept = encodeTexts(texts)
      const isOne = `${column} = ANY(${list(kept)})`
      if (column === 'name') return isOne
      // The index of fields has the beginnings of keys and texts alone.
      const starts = kept.map(keptStart)
      return `left(${column}, ${sortedLength}) = ANY(${list(starts)}) AND ${isOne}`
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
