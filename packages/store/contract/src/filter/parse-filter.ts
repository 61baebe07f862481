import { FilterError, quote } from './errors.js'
import type { Filter, OrderOperator, Path, Scalar } from './filter.js'
import { isObject } from './matches.js'

/** The maximum size of a filter. */
export const filterLimits = {
  /** Nesting of `$and`, `$or` and `$not`. */
  depth: 16,
  /** Operators on paths, bare values, and filters in the lists of `$and` and `$or`. */
  conditions: 100,
  /** Values in all lists of `$in` and `$nin`. */
  values: 2000,
  /** Keys of one path. */
  keys: 10,
  /** UTF-16 units of all keys and texts. */
  characters: 100_000,
} as const

/**
 * Parses a filter, as returned by `JSON.parse`, such as `{"tags": "cup", "params.force": {"$gte": 5, "$lt": 20}}`.
 * @param options `under`: the keys under which the filtered document is nested
 * @throws FilterError
 */
export function parseFilter(json: unknown, { under = [] }: { readonly under?: Path } = {}): Filter {
  return readFilter(json, { pointer: '', depth: 0, budget: createBudget(), under })
}

interface Position {
  /** A JSON Pointer. */
  readonly pointer: string
  /** The number of enclosing logical operators. */
  readonly depth: number
  readonly budget: Budget
  readonly under: Path
}

function readFilter(json: unknown, position: Position): Filter {
  if (!isObject(json)) {
    const message = `A filter is a JSON object such as {"task.success": true}, not ${describe(json)}.`
    throw new FilterError('FILTER_NOT_AN_OBJECT', position.pointer, message)
  }
  return all(Object.entries(json).map(([key, value]) => readMember(key, value, below(position, key))))
}

function readMember(key: string, value: unknown, position: Position): Filter {
  if (!key.startsWith('$'))
    return readCondition([...position.under, ...readPath(key, position.pointer)], value, position)
  if (key === '$not') return not(readFilter(value, deeper(position)))
  if (key === '$and') return all(readFilters(key, value, deeper(position)))
  if (key === '$or') return { kind: 'any', filters: readFilters(key, value, deeper(position)) }
  throw wrongOperator(key, ['$and', '$or', '$not'], position)
}

function readFilters(operator: string, value: unknown, position: Position): Filter[] {
  const example = `{"${operator}": [{"task.success": true}, {"confidence": {"$gte": 0.5}}]}`
  if (!Array.isArray(value) || value.length === 0) {
    throw invalidOperand(
      position,
      `${operator} expects a list of at least one filter, such as ${example}, not ${describe(value)}.`,
    )
  }
  position.budget.spend('conditions', value.length, position.pointer)
  return Array.from(value, (item: unknown, index) => readFilter(item, below(position, String(index))))
}

/** Reads the value of a path: a scalar, or an object of operators. */
function readCondition(path: Path, value: unknown, position: Position): Filter {
  if (Array.isArray(value)) {
    throw invalidOperand(
      position,
      'A list is compared value by value: {"$in": […]} matches one of them; a condition on "tags.0" the first element.',
    )
  }
  if (!isObject(value)) return equals(path, [readScalar(value, '$eq', position)], position)
  const entries = Object.entries(value)
  if (entries.length === 0)
    throw invalidOperand(
      position,
      `An empty object contains no operator. Use one of ${pathOperators.join(', ')}.`,
    )
  return all(
    entries.map(([key, operand]) => readOperator(key, { path, operand, position: below(position, key) })),
  )
}

interface Operation {
  readonly path: Path
  readonly operand: unknown
  readonly position: Position
}

function readOperator(name: string, operation: Operation): Filter {
  const operator = pathOperators.find((each) => each === name)
  if (operator !== undefined) return readers[operator](operation)
  if (name.startsWith('$')) throw wrongOperator(name, pathOperators, operation.position)
  throw invalidOperand(
    operation.position,
    'The value at a path must be an object that contains only operators. Write nested keys as one path: {"params.force": 5} instead of {"params": {"force": 5}}.',
  )
}

const pathOperators = ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$in', '$nin', '$exists', '$not'] as const

const readers: Record<(typeof pathOperators)[number], (operation: Operation) => Filter> = {
  $eq: ({ path, operand, position }) => equals(path, [readScalar(operand, '$eq', position)], position),
  $ne: ({ path, operand, position }) => not(equals(path, [readScalar(operand, '$ne', position)], position)),
  $in: (operation) => equals(operation.path, readScalars('$in', operation), operation.position),
  $nin: (operation) => not(equals(operation.path, readScalars('$nin', operation), operation.position)),
  $lt: (operation) => compares('$lt', operation),
  $lte: (operation) => compares('$lte', operation),
  $gt: (operation) => compares('$gt', operation),
  $gte: (operation) => compares('$gte', operation),
  $not: ({ path, operand, position }) => not(readCondition(path, operand, deeper(position))),
  $exists: ({ path, operand, position }) => {
    position.budget.spend('conditions', 1, position.pointer)
    if (typeof operand !== 'boolean')
      throw invalidOperand(position, `$exists expects true or false, not ${describe(operand)}.`)
    return operand ? { kind: 'exists', path } : not({ kind: 'exists', path })
  },
}

function wrongOperator(name: string, allowed: readonly string[], { pointer }: Position): FilterError {
  const where = allowed === pathOperators ? 'At a path' : 'Next to paths'
  const message = `There is no operator ${quote(name)} here. ${where}, use one of ${allowed.join(', ')}.`
  return new FilterError('FILTER_UNKNOWN_OPERATOR', pointer, message)
}

/** A path that leads to nothing is equal to null. */
function equals(path: Path, values: readonly Scalar[], { budget, pointer }: Position): Filter {
  budget.spend('conditions', 1, pointer)
  const equal: Filter = { kind: 'some', path, test: { operator: '$in', values } }
  return values.includes(null) ? { kind: 'any', filters: [equal, not({ kind: 'exists', path })] } : equal
}

function compares(operator: OrderOperator, { path, operand, position }: Operation): Filter {
  position.budget.spend('conditions', 1, position.pointer)
  const value = readScalar(operand, operator, position)
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw invalidOperand(position, `${operator} compares numbers or texts, not ${describe(operand)}.`)
  }
  return { kind: 'some', path, test: { operator, value } }
}

function readScalars(operator: string, { operand, position }: Operation): Scalar[] {
  if (!Array.isArray(operand)) {
    throw invalidOperand(
      position,
      `${operator} expects a list of values, such as {"${operator}": ["cup", "mug"]}, not ${describe(operand)}.`,
    )
  }
  position.budget.spend('values', operand.length, position.pointer)
  return Array.from(operand, (value: unknown, index) =>
    readScalar(value, operator, below(position, String(index))),
  )
}

function readScalar(value: unknown, operator: string, position: Position): Scalar {
  if (typeof value === 'string') position.budget.spend('characters', value.length, position.pointer)
  else if (
    value !== null &&
    typeof value !== 'boolean' &&
    !(typeof value === 'number' && Number.isFinite(value))
  ) {
    throw invalidOperand(
      position,
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

function below(position: Position, key: string): Position {
  const pointer = `${position.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  position.budget.spend('characters', key.length, pointer)
  return { ...position, pointer }
}

function deeper(position: Position): Position {
  if (position.depth < filterLimits.depth) return { ...position, depth: position.depth + 1 }
  const message = `$and, $or and $not are nested at most ${filterLimits.depth} deep. Conditions in one object need no $and.`
  throw new FilterError('FILTER_TOO_DEEP', position.pointer, message)
}

function invalidOperand(position: Position, message: string): FilterError {
  return new FilterError('FILTER_INVALID_OPERAND', position.pointer, message)
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'number')
    return String(value)
  if (typeof value === 'string') return 'a text'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

type Counted = 'conditions' | 'values' | 'characters'

const remedies: Record<Counted, string> = {
  conditions: 'Combine the values of one path in a list: {"$in": […]}.',
  values: 'Split the list, and filter once per part.',
  characters: 'Use shorter texts, or several filters.',
}

type Budget = ReturnType<typeof createBudget>

function createBudget() {
  const spent = { conditions: 0, values: 0, characters: 0 }
  return {
    /** Throws `FILTER_TOO_LARGE` if a limit is exceeded. */
    spend(what: Counted, amount: number, path: string): void {
      spent[what] += amount
      if (spent[what] <= filterLimits[what]) return
      const message = `A filter has at most ${filterLimits[what].toLocaleString('en')} ${what}. ${remedies[what]}`
      throw new FilterError('FILTER_TOO_LARGE', path, message)
    },
  }
}

/**
 * Parses a dot path: `params.force` has two keys, `tags.0` a key and an index, the empty text one empty key. A backslash escapes a
 * dot, a dollar or a backslash, so `a\.b` is the single key `a.b`. Throws `FILTER_INVALID_PATH`.
 */
export function readPath(text: string, pointer: string): Path {
  const keys = text.split(unescapedDot)
  if (keys.length > filterLimits.keys) {
    const message = `A path has at most ${filterLimits.keys} keys; ${quote(text)} has ${keys.length}.`
    throw new FilterError('FILTER_INVALID_PATH', pointer, message)
  }
  return keys.map((key) => {
    if (/^(?:[^\\]|\\[.$\\])*$/s.test(key)) {
      const name = key.replaceAll(/\\(.)/gs, '$1')
      // An index has no more digits than any array has elements.
      return /^(?:0|[1-9]\d{0,8})$/.test(name) ? Number(name) : name
    }
    const message = `In a path, a backslash is only allowed before ".", "$" or "\\". Write "\\\\" for a backslash in a key.`
    throw new FilterError('FILTER_INVALID_PATH', pointer, message)
  })
}

/** A dot after an even number of backslashes. */
const unescapedDot = /(?<=(?<!\\)(?:\\\\)*)\./
