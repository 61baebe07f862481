import { FilterError } from './errors.js'
import type { Filter, OrderOperator, Path, Scalar } from './filter.js'
import { createBudget, filterLimits, type Budget } from './limits.js'
import { logicalOperators, pathOperators, wrongOperator, type PathOperator } from './operators.js'
import { readPath } from './read-path.js'

/**
 * Checks a filter as JSON.parse gives it, for example `{"tags": "cup", "params.force": {"$gte": 5, "$lt": 20}}`. Throws a
 * `FilterError` whose `code` and `path` say what is wrong and where. `under`: the keys on the way to the document in the one that
 * is matched, which is itself if there are none.
 */
export function parseFilter(json: unknown, { under = [] }: { readonly under?: Path } = {}): Filter {
  return readFilter(json, { pointer: '', depth: 0, budget: createBudget(), under })
}

/** Where in the filter something stands. */
interface Place {
  /** A JSON Pointer. */
  readonly pointer: string
  /** How many logical operators stand around it. */
  readonly depth: number
  readonly budget: Budget
  readonly under: Path
}

function readFilter(json: unknown, place: Place): Filter {
  if (!isObject(json)) {
    const message = `A filter is a JSON object such as {"task.success": true}, not ${describe(json)}.`
    throw new FilterError('FILTER_NOT_AN_OBJECT', place.pointer, message)
  }
  return all(Object.entries(json).map(([key, value]) => readMember(key, value, below(place, key))))
}

function readMember(key: string, value: unknown, place: Place): Filter {
  if (!key.startsWith('$'))
    return readCondition([...place.under, ...readPath(key, place.pointer)], value, place)
  if (key === '$not') return not(readFilter(value, deeper(place)))
  if (key === '$and') return all(readFilters(key, value, deeper(place)))
  if (key === '$or') return { kind: 'any', filters: readFilters(key, value, deeper(place)) }
  throw wrongOperator(key, logicalOperators, place.pointer)
}

function readFilters(operator: string, value: unknown, place: Place): Filter[] {
  const example = `{"${operator}": [{"task.success": true}, {"confidence": {"$gte": 0.5}}]}`
  if (!Array.isArray(value) || value.length === 0) {
    throw invalidOperand(
      place,
      `${operator} takes a list of at least one filter: ${example}; this is ${describe(value)}.`,
    )
  }
  place.budget.spend('conditions', value.length, place.pointer)
  return Array.from(value, (item: unknown, index) => readFilter(item, below(place, String(index))))
}

/** What stands behind a path: a value, or an object of operators. */
function readCondition(path: Path, value: unknown, place: Place): Filter {
  if (Array.isArray(value)) {
    throw invalidOperand(
      place,
      'A list is compared value by value: {"$in": […]} matches one of them; a condition on "tags.0" the first element.',
    )
  }
  if (!isObject(value)) return equals(path, [readScalar(value, '$eq', place)], place)
  const entries = Object.entries(value)
  if (entries.length === 0)
    throw invalidOperand(place, `An empty object holds no operator. Use one of ${pathOperators.join(', ')}.`)
  return all(entries.map(([key, operand]) => readOperator(key, { path, operand, place: below(place, key) })))
}

/** An operator's operand, and what stands before it. */
interface Operation {
  readonly path: Path
  readonly operand: unknown
  readonly place: Place
}

function readOperator(name: string, operation: Operation): Filter {
  const operator = pathOperators.find((each) => each === name)
  if (operator !== undefined) return readers[operator](operation)
  if (name.startsWith('$')) throw wrongOperator(name, pathOperators, operation.place.pointer)
  throw invalidOperand(
    operation.place,
    'An object behind a path holds operators alone. Write the keys inside a document as one path: {"params.force": 5} instead of {"params": {"force": 5}}.',
  )
}

const readers: Record<PathOperator, (operation: Operation) => Filter> = {
  $eq: ({ path, operand, place }) => equals(path, [readScalar(operand, '$eq', place)], place),
  $ne: ({ path, operand, place }) => not(equals(path, [readScalar(operand, '$ne', place)], place)),
  $in: (operation) => equals(operation.path, readScalars('$in', operation), operation.place),
  $nin: (operation) => not(equals(operation.path, readScalars('$nin', operation), operation.place)),
  $lt: (operation) => compares('$lt', operation),
  $lte: (operation) => compares('$lte', operation),
  $gt: (operation) => compares('$gt', operation),
  $gte: (operation) => compares('$gte', operation),
  $not: ({ path, operand, place }) => not(readCondition(path, operand, deeper(place))),
  $exists: ({ path, operand, place }) => {
    place.budget.spend('conditions', 1, place.pointer)
    if (typeof operand !== 'boolean')
      throw invalidOperand(place, `$exists takes true or false, not ${describe(operand)}.`)
    return operand ? { kind: 'exists', path } : not({ kind: 'exists', path })
  },
}

/** A path that leads to nothing is equal to null. */
function equals(path: Path, values: readonly Scalar[], { budget, pointer }: Place): Filter {
  budget.spend('conditions', 1, pointer)
  const equal: Filter = { kind: 'some', path, test: { operator: '$in', values } }
  return values.includes(null) ? { kind: 'any', filters: [equal, not({ kind: 'exists', path })] } : equal
}

function compares(operator: OrderOperator, { path, operand, place }: Operation): Filter {
  place.budget.spend('conditions', 1, place.pointer)
  const value = readScalar(operand, operator, place)
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw invalidOperand(place, `${operator} compares numbers or texts, not ${describe(operand)}.`)
  }
  return { kind: 'some', path, test: { operator, value } }
}

function readScalars(operator: string, { operand, place }: Operation): Scalar[] {
  if (!Array.isArray(operand)) {
    throw invalidOperand(
      place,
      `${operator} takes a list of values: {"${operator}": ["cup", "mug"]}; this is ${describe(operand)}.`,
    )
  }
  place.budget.spend('values', operand.length, place.pointer)
  return Array.from(operand, (value: unknown, index) =>
    readScalar(value, operator, below(place, String(index))),
  )
}

function readScalar(value: unknown, operator: string, place: Place): Scalar {
  if (typeof value === 'string') place.budget.spend('characters', value.length, place.pointer)
  else if (
    value !== null &&
    typeof value !== 'boolean' &&
    !(typeof value === 'number' && Number.isFinite(value))
  ) {
    throw invalidOperand(
      place,
      `${operator} compares with a text, a finite number, true, false or null, not ${describe(value)}.`,
    )
  }
  return value
}

function all(filters: readonly Filter[]): Filter {
  const [only, ...rest] = filters
  return only !== undefined && rest.length === 0 ? only : { kind: 'all', filters }
}

function not(filter: Filter): Filter {
  return { kind: 'not', filter }
}

function below(place: Place, key: string): Place {
  const pointer = `${place.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  place.budget.spend('characters', key.length, pointer)
  return { ...place, pointer }
}

function deeper(place: Place): Place {
  if (place.depth < filterLimits.depth) return { ...place, depth: place.depth + 1 }
  const message = `$and, $or and $not are nested at most ${filterLimits.depth} deep. Conditions side by side in one object already belong together.`
  throw new FilterError('FILTER_TOO_DEEP', place.pointer, message)
}

function invalidOperand(place: Place, message: string): FilterError {
  return new FilterError('FILTER_INVALID_OPERAND', place.pointer, message)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'number')
    return String(value)
  if (typeof value === 'string') return 'a text'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
