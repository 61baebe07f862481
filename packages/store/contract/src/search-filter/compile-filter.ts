import { matches, type Filter } from '../filter/index.js'
import { foldLine, readFieldValue, type FieldValue } from './field-value.js'
import { createPathMatcher } from './path-matcher.js'
import {
  assertConditions,
  conditionsIn,
  type FieldTest,
  type SearchCondition,
  type SearchFilter,
} from './search-filter.js'
import { possibleMatches } from './possible-matches.js'
import type { QueryTree } from '../query.js'

/**
 * The SQL dialect of a database. Its tables `root`, `document` and `document_field` have the columns of `Root`, `StoredDocument` and
 * `Field`, and its texts sort by code points. Values are bound in the order of their placeholders.
 */
export interface FilterDialect {
  /** Returns the name of a table. */
  readonly table: (name: 'root' | 'document' | 'document_field') => string
  /** Returns a placeholder. */
  readonly bind: (value: string | number) => string
  /** A condition: the column equals one of the texts. */
  readonly isOneOf: (column: string, texts: readonly string[]) => string
  /** A condition on `document_field`: the date is within one of the spans, whose ends are not null. */
  readonly isWithin: (spans: readonly Pick<FieldValue, 'first' | 'last'>[]) => string
  /** A condition: the id of the chunk or its document is selected. */
  readonly isAmong: (what: 'chunk' | 'document', selected: string) => string
  /** Selects the documents that pass a test in memory. */
  readonly passing: (test: MemoryTest) => string
  /** Selects the chunks whose `sections` contain one of the folded texts. */
  readonly withHeadings: (texts: readonly string[]) => string
  /** Selects the chunks that match. @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply */
  readonly withWords: (query: QueryTree) => string
}

/** A condition that SQL cannot express: globs, and comparisons of JSON. */
export interface MemoryTest {
  /** The column that is tested. */
  readonly column: 'path' | 'metadata'
  /** Tests a value of the column. */
  readonly passes: (text: string) => boolean
  /** An indexed filter that selects all passing documents, and possibly others; undefined: test all documents. */
  readonly among?: SearchFilter | undefined
}

/**
 * Compiles a filter to an SQL condition on a chunk.
 * @throws StoreError `STORE_INVALID_QUERY`
 */
export function compileFilter(filter: SearchFilter, sql: FilterDialect): string {
  if (isOfJson(filter)) return sql.isAmong('document', sql.passing(jsonTest(filter)))
  switch (filter.kind) {
    case 'all':
    case 'any':
      return joined(filter, sql)
    case 'not':
      return `NOT ${compileFilter(filter.filter, sql)}`
    case 'heading':
      return sql.isAmong('chunk', sql.withHeadings(filter.texts.map(foldLine).filter((text) => text !== '')))
    case 'words':
      return sql.isAmong('chunk', sql.withWords(filter.query))
    default:
      return sql.isAmong('document', documentsWith(filter, sql))
  }
}

function joined({ kind, filters }: Extract<SearchFilter, { kind: 'all' | 'any' }>, sql: FilterDialect) {
  assertConditions(filters)
  if (filters.length === 0) return kind === 'all' ? 'TRUE' : 'FALSE'
  const parts = filters.map((each) => compileFilter(each, sql))
  return `(${parts.join(kind === 'all' ? '\nAND ' : '\nOR ')})`
}

/** A filter that consists only of JSON conditions is tested in one step. */
function isOfJson(filter: SearchFilter): filter is Filter {
  const conditions = conditionsIn(filter)
  return conditions.length > 0 && conditions.every(({ kind }) => kind === 'exists' || kind === 'some')
}

/** A filter on metadata as a test. */
export function jsonTest(filter: Filter): MemoryTest {
  const passes = (text: string): boolean => matches(filter, JSON.parse(text))
  return { column: 'metadata', passes, among: possibleMatches(filter) }
}

type DocumentCondition = Extract<SearchCondition, { kind: 'root' | 'path' | 'date' | 'field' }>

function documentsWith(condition: DocumentCondition, sql: FilterDialect): string {
  const { table, bind, isOneOf } = sql
  switch (condition.kind) {
    case 'root':
      return `SELECT id FROM ${table('document')} WHERE root_id IN (SELECT id FROM ${table('root')} WHERE ${isOneOf('name', condition.names)})`
    case 'path':
      return sql.passing({ column: 'path', passes: createPathMatcher(condition.globs) })
    case 'date':
      return `SELECT id FROM ${table('document')} WHERE date >= ${bind(condition.from ?? '')} AND date <= ${bind(condition.to ?? '9999-12-31')}`
    case 'field':
      return documentsWithField(condition.keys.map(foldLine), condition.test, sql)
  }
}

function documentsWithField(keys: readonly string[], test: FieldTest, sql: FilterDialect): string {
  const ofKeys = `SELECT document_id FROM ${sql.table('document_field')} WHERE ${sql.isOneOf('key', keys)}`
  if (test.operator === '=') return `${ofKeys} AND (${equalSql(test.values, sql)})`
  if (test.operator !== 'present') return `${ofKeys} AND (${orderSql(test, sql)})`
  return `${ofKeys} UNION ALL SELECT document_id FROM ${sql.table('document_field')} WHERE ${insideSql(keys, sql)}`
}

/** Keys of nested fields start with the key and a dot; a slash is the character after the dot. */
function insideSql(keys: readonly string[], { bind }: FilterDialect): string {
  const ranges = keys.map((key) => `(key >= ${bind(`${key}.`)} AND key < ${bind(`${key}/`)})`)
  return ranges.join(' OR ') || 'FALSE'
}

function equalSql(values: readonly string[], { isOneOf, isWithin }: FilterDialect): string {
  const parsed = values.map(readFieldValue).filter(({ text }) => text !== '')
  const texts = parsed.map(({ text }) => text)
  const spans = parsed.filter(({ first }) => first !== null)
  return isOneOf('text', texts) + (spans.length > 0 ? ` OR ${isWithin(spans)}` : '')
}

/** The ends of the field's date and of the given date that an operator compares. */
const ends = {
  '<': ['last', 'first'],
  '<=': ['last', 'last'],
  '>': ['first', 'last'],
  '>=': ['first', 'first'],
} as const

function orderSql(
  { operator, value, isLoose = false }: Extract<FieldTest, { value: string }>,
  { bind }: FilterDialect,
): string {
  const [end, givenEnd] = ends[operator]
  const { text, number, [givenEnd]: date } = readFieldValue(value)
  if (text === '') return 'FALSE'
  if (number === null && date === null) {
    return `number IS NULL AND first IS NULL AND text ${operator} ${bind(text)}`
  }
  const parts = isLoose ? ['number IS NULL'] : []
  if (number !== null) parts.push(`number ${operator} ${bind(number)}`)
  if (date !== null) parts.push(`${end} ${operator} ${bind(date)}`)
  return parts.join(' OR ')
}
