import type { SearchFilter } from '@recallite/store'
import { compileFilter, type FilterDialect, type MemoryTest } from '@recallite/store/filters'
import type { Session } from '../connections.js'
import { isOfKind, type DocumentKind } from '../document-kind.js'
import { matchSql } from '../keyword/match-sql.js'
import { sortedLength } from '../schema.js'
import { decodeText, encodeText } from '../text-code.js'
import { createBinder, encodeTexts, numberList, type Bind } from '../values.js'

/** Says which chunks pass filters. */
export interface FilterReader {
  /**
   * What selects the ids of the chunks that pass a filter, and perhaps some of the other kind; undefined if all do.
   * @throws StoreError `STORE_INVALID_QUERY`
   */
  chunksWithin(session: Session, filter?: SearchFilter): Promise<((bind: Bind) => string) | undefined>
}

/** Makes the reader of the filters of a schema, for chunks of a kind. */
export function createFilterReader(s: string, kind: DocumentKind): FilterReader {
  async function idsOf(session: Session, { column, passes, among }: MemoryTest): Promise<number[]> {
    const { bind, values } = createBinder()
    const where = among ? compileFilter(among, { ...dialect(s, bind), isAmong: isDocument }) : 'TRUE'
    const { rows } = await session.query<{ id: number; text: string }>(
      `SELECT id, ${column} AS text FROM ${s}.document WHERE ${isOfKind('id', kind)} AND ${where}`,
      values,
    )
    const read = column === 'path' ? decodeText : String
    return rows.flatMap(({ id, text }) => (passes(read(text)) ? [id] : []))
  }

  return {
    async chunksWithin(session, filter) {
      if (!filter) return undefined
      const tests: MemoryTest[] = []
      // What is read in memory is found out by compiling, and a query that is too deep is refused by it.
      compileFilter(filter, { ...dialect(s, createBinder().bind), passing: (test) => `${tests.push(test)}` })
      const found: number[][] = []
      for (const test of tests) found.push(await idsOf(session, test))
      return (bind) => {
        const lists = found.values()
        const passing = () => `SELECT unnest(${bind(numberList(lists.next().value ?? []))}::bigint[])`
        const sql = compileFilter(filter, { ...dialect(s, bind), passing })
        return `SELECT id FROM ${s}.chunk AS passing WHERE ${sql}`
      }
    },
  }
}

const isDocument: FilterDialect['isAmong'] = (_, selected) => `id IN (${selected})`

/** Of the rows of `chunk AS passing`; without what is read in memory, which fields have none of. */
function dialect(s: string, bind: Bind): FilterDialect {
  const list = (texts: readonly string[]): string => `${bind(texts)}::text[]`
  return {
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
    passing: () => 'SELECT NULL::bigint',
    isAmong: (what, selected) => `EXISTS (
      SELECT 1 FROM (${selected}) AS named (id) WHERE named.id = passing.${what === 'chunk' ? 'id' : 'document_id'})`,
    withHeadings: (texts) => `SELECT chunk.id FROM ${s}.chunk WHERE EXISTS (
      SELECT 1 FROM unnest(${list(encodeTexts(texts))}) AS wanted (text) WHERE strpos(sections, wanted.text) > 0)`,
    withWords: (query) => matchSql(query, { s, bind }),
  }
}
