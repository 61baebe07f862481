import type { Filter, JsonCondition, ValueTest } from '../filter/index.js'
import { foldLine, readFieldValue } from './field-value.js'
import { allOf, type FieldTest, type SearchFilter } from './search-filter.js'

/**
 * A filter over fields, which are indexed, that lets through all documents whose metadata match, and perhaps others; undefined if
 * fields do not tell.
 */
export function possibleMatches(filter: Filter): SearchFilter | undefined {
  switch (filter.kind) {
    case 'all': {
      const filters = filter.filters.flatMap((each) => possibleMatches(each) ?? [])
      // To look up what lies in an order takes longer than it rules out where something is equal.
      const equal = filters.filter((each) => each.kind !== 'field' || each.test.operator === '=')
      return allOf(...(equal.length > 0 ? equal : filters))
    }
    case 'any': {
      const filters = filter.filters.map(possibleMatches)
      return filters.every((each) => each !== undefined) ? { kind: 'any', filters } : undefined
    }
    case 'some':
      return possibleField(filter)
    default:
      return undefined
  }
}

/** An index may lead into a list, whose elements are fields without one. */
function possibleField({ path, test }: Extract<JsonCondition, { kind: 'some' }>): SearchFilter | undefined {
  if (!path.every((key) => typeof key === 'string')) return undefined
  const possible = possibleTest(test)
  return possible && { kind: 'field', keys: [path.map(foldLine).join('.')], test: possible }
}

const operators = { $lt: '<', $lte: '<=', $gt: '>', $gte: '>=' } as const

/** Fields have neither null nor blank texts, no order of texts, and numbers only where no digit is lost. */
function possibleTest(test: ValueTest): FieldTest | undefined {
  if (test.operator === '$in') {
    const values = test.values.map((value) => (value === null ? '' : String(value)))
    return values.every((value) => foldLine(value) !== '') ? { operator: '=', values } : undefined
  }
  const value = String(test.value)
  if (typeof test.value === 'string' || readFieldValue(value).number === null) return undefined
  return { operator: operators[test.operator], value, isLoose: true }
}
