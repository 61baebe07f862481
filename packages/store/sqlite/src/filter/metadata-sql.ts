import type { Filter, ValueTest } from '@recallite/filter'
import {
  foldLine,
  readFieldValue,
  type SearchCondition,
  type SearchFilter,
  StoreError,
} from '@recallite/store'
import type { SqlValue } from '../sql-database.js'

type MetadataCondition = Extract<SearchCondition, { kind: 'metadata' }>

interface SqlQuery {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

let compiler: typeof import('@recallite/filter') | undefined

/** Loads what compiles the conditions on metadata, if a filter has any: few searches do. */
export async function loadMetadataSql(filter: SearchFilter = []): Promise<void> {
  if (filter.some(({ kind }) => kind === 'metadata')) compiler ??= await import('@recallite/filter')
}

/**
 * Selects the ids of the documents whose metadata match. JSON is read only of those documents whose fields, which are
 * indexed, do not rule out a match.
 */
export function metadataSql({ filter }: MetadataCondition): SqlQuery {
  if (!compiler) throw new StoreError('STORE_UNAVAILABLE', 'What compiles filters was not loaded.')
  const exact = compiler.compileFilter(filter, 'document.metadata')
  const possible = possibleMatches(filter)
  const sql = `SELECT document.id FROM document WHERE ${exact.sql}`
  if (!possible) return { sql, values: exact.values }
  return {
    sql: `${sql} AND document.id IN (${possible.sql})`,
    values: [...exact.values, ...possible.values],
  }
}

/** Selects ids among which are those of all matching documents; undefined if the fields do not tell. */
function possibleMatches(filter: Filter): SqlQuery | undefined {
  switch (filter.kind) {
    case 'all':
      return joined(
        filter.filters.flatMap((each) => possibleMatches(each) ?? []),
        'INTERSECT',
      )
    case 'any': {
      const each = filter.filters.map(possibleMatches)
      return each.every((query) => query !== undefined) ? joined(each, 'UNION') : undefined
    }
    case 'some':
      return withField(filter)
    default:
      return undefined
  }
}

function joined(queries: readonly SqlQuery[], operator: 'INTERSECT' | 'UNION'): SqlQuery | undefined {
  if (queries.length === 0) return undefined
  return {
    sql: queries.map(({ sql }) => `SELECT * FROM (${sql})`).join(` ${operator} `),
    values: queries.flatMap(({ values }) => values),
  }
}

/** An index may lead into a list, whose elements are fields without one; text that is not well-formed is kept otherwise. */
function withField({ path, test }: Extract<Filter, { kind: 'some' }>): SqlQuery | undefined {
  if (!path.every((key) => typeof key === 'string' && key.isWellFormed())) return undefined
  const wanted = fieldTest(test)
  if (!wanted) return undefined
  const key = path.map((each) => foldLine(String(each))).join('.')
  return {
    sql: `SELECT field.document_id FROM document_field AS field WHERE field.key = ? AND ${wanted.sql}`,
    values: [key, ...wanted.values],
  }
}

const operators = { $lt: '<', $lte: '<=', $gt: '>', $gte: '>=' } as const

/** Fields have neither null nor blank texts, no order of texts, and numbers only where no digit is lost. */
function fieldTest(test: ValueTest): SqlQuery | undefined {
  if (test.operator !== '$in') {
    if (typeof test.value !== 'number') return undefined
    return {
      sql: `(field.number ${operators[test.operator]} ? OR field.number IS NULL)`,
      values: [test.value],
    }
  }
  const texts = test.values.map((value) => (value === null ? '' : readFieldValue(String(value)).text))
  if (!texts.every((text) => text !== '' && text.isWellFormed())) return undefined
  return { sql: 'field.text IN (SELECT value FROM json_each(?))', values: [JSON.stringify(texts)] }
}
