import type { Filter, JsonCondition, ValueTest } from '../filter/index.js'
import { foldLine, readFieldValue } from './field-value.js'
import { allOf, type FieldTest, type SearchFilter } from './search-filter.js'

/** A filter over indexed fields that passes all documents whose metadata match, and possibly others; undefined if there is none. */
export function possibleMatches(filter: Filter): SearchFilter | undefined {
  switch (filter.kind) {
    case 'all': {
      const filters = filter.filters.flatMap((each) => possibleMatches(each) ?? [])
      // Next to an equality, looking up a range takes longer than it saves.
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

/** A number in a path may be an index of a list, and keys of fields have no indexes. */
function possibleField({ path, test }: Extract<JsonCondition, { kind: 'some' }>): SearchFilter | undefined {
  if (!path.every((key) => typeof key === 'string')) return undefined
  const possible = possibleTest(test)
  return possible && { kind: 'field', keys: [path.map(foldLine).join('.')], test: possible }
}

const operators = { $lt: '<', $lte: '<=', $gt: '>', $gte: '>=' } as const

/** Fields have no null or blank texts, no order of texts, and only numbers that lose no digits. */
function possibleTest(test: ValueTest): FieldTest | undefined {
  if (test.operator === '$in') {
    const values = test.values.map((value) => (value === null ? '' : String(value)))
    return values.every((value) => foldLine(value) !== '') ? { operator: '=', values } : undefined
  }
  const value = String(test.value)
  if (typeof test.value === 'string' || readFieldValue(value).number === null) return undefined
  return { operator: operators[test.operator], value, isLoose: true }
}
