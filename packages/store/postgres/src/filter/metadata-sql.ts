import type { Filter, ValueTest } from '@recallite/filter'
import { foldLine, readFieldValue } from '@recallite/store'
import type { Writing } from '../keyword/match-sql.js'
import { sortedLength } from '../schema.js'
import { encodeText } from '../text-code.js'
import { encodeTexts, type Bind } from '../values.js'

/** Selects ids of documents among which are those of all that match; undefined if their fields do not tell. */
export function possibleMatches(filter: Filter, writing: Writing): string | undefined {
  switch (filter.kind) {
    case 'all': {
      const each = filter.filters.flatMap((one) => possibleMatches(one, writing) ?? [])
      return each.length === 0 ? undefined : joined(each, 'INTERSECT')
    }
    case 'any': {
      const each = filter.filters.map((one) => possibleMatches(one, writing))
      if (each.length === 0 || !each.every((one) => one !== undefined)) return undefined
      return joined(each, 'UNION')
    }
    case 'some':
      return withField(filter, writing)
    default:
      return undefined
  }
}

const joined = (queries: readonly string[], operator: string): string =>
  queries.map((sql) => `(${sql})`).join(` ${operator} `)

/** An index may lead into a list, whose elements are fields without one; text that is not well-formed is kept otherwise. */
function withField(
  { path, test }: Extract<Filter, { kind: 'some' }>,
  { s, bind }: Writing,
): string | undefined {
  if (!path.every((key) => typeof key === 'string' && key.isWellFormed())) return undefined
  const wanted = fieldTest(test, bind)
  if (wanted === undefined) return undefined
  const key = encodeText(path.map((each) => foldLine(String(each))).join('.'))
  return `SELECT document_id FROM ${s}.document_field
    WHERE left(key, ${sortedLength}) = left(${bind(key)}, ${sortedLength}) AND key = ${bind(key)} AND ${wanted}`
}

const operators = { $lt: '<', $lte: '<=', $gt: '>', $gte: '>=' } as const

/** Fields have neither null nor blank texts, no order of texts, and numbers only where no digit is lost. */
function fieldTest(test: ValueTest, bind: Bind): string | undefined {
  if (test.operator !== '$in') {
    if (typeof test.value !== 'number') return undefined
    return `(number ${operators[test.operator]} ${bind(test.value)}::float8 OR number IS NULL)`
  }
  const texts = test.values.map((value) => (value === null ? '' : readFieldValue(String(value)).text))
  if (!texts.every((text) => text !== '' && text.isWellFormed())) return undefined
  return `text = ANY(${bind(encodeTexts(texts))}::text[])`
}
