import {
  createPathMatcher,
  type FieldTest,
  type FieldValue,
  foldLine,
  type KeywordQuery,
  maximumConditions,
  readFieldValue,
  type SearchCondition,
  type SearchFilter,
  StoreError,
} from '@recallite/store'
import { matchExpression } from '../keyword/match-expression.js'
import type { SqlDatabase, SqlValue } from '../sql-database.js'

/** Selects the values of a JSON array that is bound. */
export const givenIds = 'SELECT value FROM json_each(?)'

/**
 * The row ids of the chunks that pass a filter, as a JSON array; undefined if all do. A search uses the list several
 * times, and to make it may take a look at every document.
 * @throws StoreError `STORE_INVALID_QUERY`
 */
export function chunksWithin(database: SqlDatabase, filter: SearchFilter = []): string | undefined {
  if (filter.length === 0) return undefined
  assertFewEnough(filter)
  const listPaths = once(() => database.prepare<DocumentPath>('SELECT id, path FROM document').all())
  const parts = filter.map((condition) => {
    const { column, sql, values } = membershipOf(condition, listPaths)
    return { sql: `chunk.${column} ${condition.isNegated ? 'NOT IN' : 'IN'} (${sql})`, values }
  })
  const found = database
    .prepare<{ ids: string }>(
      `SELECT json_group_array(chunk.id) AS ids FROM chunk WHERE ${parts.map(({ sql }) => sql).join('\nAND ')}`,
    )
    .get(...parts.flatMap(({ values }) => values))
  return found?.ids ?? '[]'
}

function assertFewEnough(filter: SearchFilter): void {
  if (filter.length <= maximumConditions) return
  throw new StoreError(
    'STORE_INVALID_QUERY',
    `The filter has ${filter.length} conditions. Use at most ${maximumConditions}.`,
  )
}

/** Does the work at the first call and returns the same result from then on. */
function once<Result>(work: () => Result): () => Result {
  let done: { readonly result: Result } | undefined
  return () => (done ??= { result: work() }).result
}

/** A part of a statement, and the values that it binds. */
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
      return ofRoots(condition.names)
    case 'path':
      return ofPaths(condition.globs, listPaths)
    case 'heading':
      return ofHeadings(condition.texts)
    case 'date':
      return ofDates(condition)
    case 'field':
      return fieldMembership(condition.keys, condition.test)
    case 'words':
      return ofWords(condition.query)
  }
}

function ofRoots(names: readonly string[]): Membership {
  return {
    column: 'document_id',
    sql: `SELECT document.id FROM root CROSS JOIN document ON document.root_id = root.id WHERE root.name IN (${givenIds})`,
    values: [JSON.stringify(names)],
  }
}

function ofPaths(globs: readonly string[], listPaths: () => readonly DocumentPath[]): Membership {
  const fits = createPathMatcher(globs)
  const ids = listPaths().flatMap(({ id, path }) => (fits(path) ? [id] : []))
  return { column: 'document_id', sql: givenIds, values: [JSON.stringify(ids)] }
}

function ofHeadings(texts: readonly string[]): Membership {
  const wanted = texts.map(foldLine).filter((text) => text !== '')
  return {
    column: 'id',
    sql: `SELECT chunk_sections.chunk_id FROM json_each(?) AS wanted
CROSS JOIN chunk_sections ON instr(chunk_sections.titles, wanted.value) > 0`,
    values: [JSON.stringify(wanted)],
  }
}

function ofDates({ from, to }: { from: string | null; to: string | null }): Membership {
  return {
    column: 'document_id',
    sql: 'SELECT document.id FROM document WHERE document.date >= ? AND document.date <= ?',
    values: [from ?? '', to ?? '9999-12-31'],
  }
}

function ofWords(query: KeywordQuery): Membership {
  return {
    column: 'id',
    sql: 'SELECT rowid FROM chunk_words WHERE chunk_words MATCH ?',
    values: [matchExpression(query)],
  }
}

/** The documents with a field that passes a test. */
function fieldMembership(keys: readonly string[], test: FieldTest): Membership {
  const folded = keys.map(foldLine)
  if (test.operator === 'present') return present(folded)
  const asked = test.operator === '=' ? test.values : [test.value]
  const wanted = asked.map(readFieldValue).filter(({ text }) => text !== '')
  const [first] = wanted
  if (first === undefined || test.operator === '=') return ofFields(folded, equal(wanted))
  return ofFields(folded, ordered(test.operator, first))
}

type Order = Exclude<FieldTest['operator'], 'present' | '='>

function ofFields(keys: readonly string[], { sql, values }: SqlCondition): Membership {
  return {
    column: 'document_id',
    sql: `SELECT field.document_id FROM document_field AS field WHERE field.key IN (${givenIds}) AND (${sql})`,
    values: [JSON.stringify(keys), ...values],
  }
}

/** The fields inside a field have its key and a dot before their own; a slash is the character after the dot. */
function present(keys: readonly string[]): Membership {
  const ofKey = 'SELECT field.document_id FROM json_each(?) AS wanted CROSS JOIN document_field AS field'
  return {
    column: 'document_id',
    sql: `${ofKey} ON field.key = wanted.value
UNION ALL
${ofKey} ON field.key >= wanted.value || '.' AND field.key < wanted.value || '/'`,
    values: [JSON.stringify(keys), JSON.stringify(keys)],
  }
}

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
} as const satisfies Record<Order, readonly ['first' | 'last', 'first' | 'last']>

function ordered(operator: Order, wanted: FieldValue): SqlCondition {
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
