import { compileFilter, type FilterDialect, type MemoryTest, type SearchFilter } from '@recallite/store'
import type { Session } from '../connection/connections.js'
import { indexedStart, isOfKind, sortedLength } from '../connection/schema.js'
import { createBinder, numberList, type Bind } from '../connection/values.js'
import { matchSql } from '../keyword/match-sql.js'

/**
 * Returns SQL that selects the ids of the chunks that pass a filter, possibly of both kinds; undefined without a filter.
 * @throws StoreError `STORE_INVALID_QUERY`
 */
export async function chunksWithin(
  session: Session,
  filter: SearchFilter | undefined,
): Promise<((bind: Bind) => string) | undefined> {
  if (!filter) return undefined
  const { s } = session
  const tests: MemoryTest[] = []
  // The first compilation collects the tests that run in memory, and rejects a query that is too deep.
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
  return rows.flatMap(({ id, text }) => (passes(text) ? [id] : []))
}

const isDocument: FilterDialect['isAmong'] = (_, selected) => `id IN (${selected})`

/** SQL on the rows of `chunk AS passing`. */
function dialect(s: string, bind: Bind): FilterDialect {
  const list = (texts: readonly string[]): string => `${bind(texts)}::text[]`
  return {
    passing: () => 'SELECT NULL::bigint',
    table: (name) => `${s}.${name}`,
    bind: (value) => bind(value) + (typeof value === 'string' ? '' : '::float8'),
    isOneOf(column, texts) {
      const isOne = `${column} = ANY(${list(texts)})`
      if (column === 'name') return isOne
      // The index of fields holds only the first characters of keys and texts.
      return `left(${column}, ${sortedLength}) = ANY(${list(texts.map(indexedStart))}) AND ${isOne}`
    },
    isWithin: (spans) => `EXISTS (
      SELECT 1 FROM unnest(${list(spans.map(({ first }) => first ?? ''))}, ${list(spans.map(({ last }) => last ?? ''))})
        AS span (first, last)
      WHERE document_field.first >= span.first COLLATE "C" AND document_field.last <= span.last COLLATE "C")`,
    isAmong: (what, selected) => `EXISTS (
      SELECT 1 FROM (${selected}) AS named (id) WHERE named.id = passing.${what === 'chunk' ? 'id' : 'document_id'})`,
    withHeadings: (texts) => `SELECT chunk.id FROM ${s}.chunk WHERE EXISTS (
      SELECT 1 FROM unnest(${list(texts)}) AS given (text) WHERE strpos(sections, given.text) > 0)`,
    withWords: (query) => matchSql(query, s, bind),
  }
}
