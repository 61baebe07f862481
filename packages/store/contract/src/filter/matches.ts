import type { Filter, OrderOperator, Path, ValueTest } from './filter.js'

/** Whether a document, as returned by `JSON.parse`, matches. A document that is not an object has no fields. */
export function matches(filter: Filter, document: unknown): boolean {
  switch (filter.kind) {
    case 'all':
      return filter.filters.every((each) => matches(each, document))
    case 'any':
      return filter.filters.some((each) => matches(each, document))
    case 'not':
      return !matches(filter.filter, document)
    case 'exists':
      return isObject(document) && leadsToSome(document, { path: filter.path, accepts: () => true })
    case 'some': {
      const { path, test } = filter
      const accepts = (value: unknown): boolean => [value].flat().some((each) => passes(each, test))
      return isObject(document) && leadsToSome(document, { path, accepts })
    }
  }
}

interface Search {
  readonly path: Path
  readonly accepts: (value: unknown) => boolean
}

/** Whether any value at the path, followed from its key `at`, is accepted. Arrays can lead to several values. */
function leadsToSome(value: unknown, search: Search, at = 0): boolean {
  const key = search.path[at]
  if (key === undefined) return search.accepts(value)
  if (Array.isArray(value)) {
    if (typeof key === 'number') return key < value.length && leadsToSome(value[key], search, at + 1)
    return value.some((item) => isObject(item) && leadsToSome(item, search, at))
  }
  // Only own keys: a document has no field "constructor".
  if (!isObject(value) || !Object.hasOwn(value, key)) return false
  const member: unknown = Reflect.get(value, key)
  return member !== undefined && leadsToSome(member, search, at + 1)
}

function passes(value: unknown, test: ValueTest): boolean {
  if (test.operator === '$in') return test.values.some((each) => each === value)
  if (typeof value === 'number' && typeof test.value === 'number')
    return orders[test.operator](value - test.value)
  if (typeof value === 'string' && typeof test.value === 'string') {
    return orders[test.operator](compareTexts(value, test.value))
  }
  return false
}

const orders: Record<OrderOperator, (difference: number) => boolean> = {
  $lt: (difference) => difference < 0,
  $lte: (difference) => difference <= 0,
  $gt: (difference) => difference > 0,
  $gte: (difference) => difference >= 0,
}

/** Compares by code points, the order of UTF-8 bytes in a database; JavaScript's `<` compares UTF-16 units. */
function compareTexts(a: string, b: string): number {
  let index = 0
  while (index < a.length && index < b.length) {
    const [left = 0, right = 0] = [a.codePointAt(index), b.codePointAt(index)]
    if (left !== right) return left - right
    index += left > 0xff_ff ? 2 : 1
  }
  return a.length - b.length
}

/** Whether a value is an object, not a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
