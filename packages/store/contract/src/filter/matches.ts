import type { Filter, OrderOperator, Path, ValueTest } from './filter.js'

/** Whether a document, as JSON.parse gives it, matches. A document that is not an object has no fields. */
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
      const holds = (value: unknown): boolean => passes(value, test)
      const accepts = (value: unknown): boolean => (Array.isArray(value) ? value.some(holds) : holds(value))
      return isObject(document) && leadsToSome(document, { path, accepts })
    }
  }
}

/** A path, and what is sought at its end. */
interface Search {
  readonly path: Path
  readonly accepts: (value: unknown) => boolean
}

/** Whether one of the values that the path leads to, from its key `at` on, is accepted. Only an array can make it lead to several. */
function leadsToSome(value: unknown, search: Search, at = 0): boolean {
  const key = search.path[at]
  if (key === undefined) return search.accepts(value)
  if (Array.isArray(value)) {
    if (typeof key === 'number') return key < value.length && leadsToSome(value[key], search, at + 1)
    return value.some((item) => isObject(item) && leadsToSome(item, search, at))
  }
  // Own keys alone: a document has no field "constructor" because every object has one.
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

/**
 * Negative, zero or positive, as `a` comes before `b`, is equal or comes behind it by code points, which is the order of
 * UTF-8 bytes in a database. JavaScript's `<` compares UTF-16 units and puts U+1F600 before U+FFFF.
 */
function compareTexts(a: string, b: string): number {
  let index = 0
  while (index < a.length && index < b.length) {
    const [left = 0, right = 0] = [a.codePointAt(index), b.codePointAt(index)]
    if (left !== right) return left - right
    index += left > 0xff_ff ? 2 : 1
  }
  return a.length - b.length
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
