import { matches, type Filter } from '../filter/index.js'
import { readFieldValue, type FieldValue } from './field-value.js'
import { foldLine } from './field-value.js'
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
 * How a database writes what the SQL of a filter has in it. Its tables `root`, `document` and `document_field` have the columns of
 * `Root`, `StoredDocument` and `Field`; texts are in the order of code points. What is bound last stands last in the SQL.
 */
export interface FilterDialect {
  /** The name of a table. */
  readonly table: (name: 'root' | 'document' | 'document_field') => string
  /** A place for a value. */
  readonly bind: (value: string | number) => string
  /** A condition: a column has one of these texts. */
  readonly isOneOf: (column: string, texts: readonly string[]) => string
  /** A condition on `document_field`: its date lies within one of these spans, which have no end that is null. */
  readonly isWithin: (spans: readonly Pick<FieldValue, 'first' | 'last'>[]) => string
  /** A condition: the chunk, or its document, is among those whose ids are selected. */
  readonly isAmong: (what: 'chunk' | 'document', selected: string) => string
  /** Selects the documents whose column passes the test, which the driver runs in memory and not in SQL. */
  readonly passing: (test: MemoryTest) => string
  /** Selects the chunks with one of these texts, which are folded, in a title. */
  readonly withHeadings: (texts: readonly string[]) => string
  /** Selects the chunks that match. @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply */
  readonly withWords: (query: QueryTree) => string
}

/** A part of a filter that is answered in memory: SQL neither matches globs nor compares JSON as the language does. */
export interface MemoryTest {
  /** The column of a document that is read. */
  readonly column: 'path' | 'metadata'
  /** Whether a text of the column passes. */
  readonly passes: (text: string) => boolean
  /** A filter that lets through all documents that pass, and perhaps others; undefined if each has to be read. */
  readonly among?: SearchFilter | undefined
}

/**
 * The condition of SQL that a filter is, of a chunk of a database.
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
  const parts = filters.map((each) => compileFilter(each, sql))
  const { operator, none } = kind === 'all' ? conjunction : disjunction
  return parts.length === 0 ? none : `(${parts.join(`\n${operator} `)})`
}

const conjunction = { operator: 'AND', none: 'TRUE' }
const disjunction = { operator: 'OR', none: 'FALSE' }

/** What is joined of conditions on JSON alone is answered at once. */
function isOfJson(filter: SearchFilter): filter is Filter {
  const conditions = conditionsIn(filter)
  return conditions.length > 0 && conditions.every(({ kind }) => kind === 'exists' || kind === 'some')
}

/** The test of a document's metadata. */
export function jsonTest(filter: Filter): MemoryTest {
  const passes = (text: string): boolean => matches(filter, JSON.parse(text))
  return { column: 'metadata', passes, among: possibleMatches(filter) }
}

type DocumentCondition = Extract<SearchCondition, { kind: 'root' | 'path' | 'date' | 'field' }>

/** Selects the ids of the documents of which a condition holds. */
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

/** The fields inside a field have its key and a dot before their own; a slash is the character after the dot. */
function insideSql(keys: readonly string[], { bind }: FilterDialect): string {
  const ranges = keys.map((key) => `(key >= ${bind(`${key}.`)} AND key < ${bind(`${key}/`)})`)
  return ranges.join(' OR ') || 'FALSE'
}

function equalSql(values: readonly string[], { isOneOf, isWithin }: FilterDialect): string {
  const wanted = values.map(readFieldValue).filter(({ text }) => text !== '')
  const texts = isOneOf(
    'text',
    wanted.map(({ text }) => text),
  )
  const spans = wanted.filter(({ first }) => first !== null)
  return spans.length === 0 ? texts : `${texts} OR ${isWithin(spans)}`
}

/** Which ends of the two dates an operator compares: the field's and the wanted one's. */
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
  const [end, wantedEnd] = ends[operator]
  const { text, number, [wantedEnd]: date } = readFieldValue(value)
  if (text === '') return 'FALSE'
  if (number === null && date === null) {
    return `number IS NULL AND first IS NULL AND text ${operator} ${bind(text)}`
  }
  const parts = isLoose ? ['number IS NULL'] : []
  if (number !== null) parts.push(`number ${operator} ${bind(number)}`)
  if (date !== null) parts.push(`${end} ${operator} ${bind(date)}`)
  return parts.join(' OR ')
}
