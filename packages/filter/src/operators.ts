import distanceOf from 'damerau-levenshtein'
import { FilterError, quote } from './errors.js'

/** Operators that stand among paths and take filters. */
export const logicalOperators = ['$and', '$or', '$not'] as const

/** Operators that stand behind a path. */
export const pathOperators = [
  '$eq',
  '$ne',
  '$lt',
  '$lte',
  '$gt',
  '$gte',
  '$in',
  '$nin',
  '$exists',
  '$not',
] as const

export type LogicalOperator = (typeof logicalOperators)[number]
export type PathOperator = (typeof pathOperators)[number]

/** What people and models write for an operator. */
const otherNames: Partial<Record<LogicalOperator | PathOperator, readonly string[]>> = {
  $and: ['all'],
  $or: ['any'],
  $not: ['nor', 'none'],
  $eq: ['equal', 'equals', 'is', 'contains', 'has', '='],
  $ne: ['neq', 'notequal', 'notequals', 'isnot', '!='],
  $lt: ['lessthan', 'less', 'before', 'below', '<'],
  $lte: ['le', 'lessthanorequal', 'atmost', 'max', '<='],
  $gt: ['greaterthan', 'greater', 'after', 'above', '>'],
  $gte: ['ge', 'greaterthanorequal', 'atleast', 'min', '>='],
  $in: ['oneof', 'anyof'],
  $nin: ['notin', 'noneof'],
  $exists: ['exist', 'present'],
}

/** The error for a key that is no operator of those allowed here; it names the nearest one. */
export function wrongOperator(name: string, allowed: readonly string[], path: string): FilterError {
  const all = [...new Set<string>([...logicalOperators, ...pathOperators])]
  if (all.includes(name)) {
    const where = allowed === pathOperators ? 'stands beside paths, not behind one' : 'stands behind a path'
    const example = allowed === pathOperators ? `{"${name}": [{…}, {…}]}` : `{"params.force": {"${name}": …}}`
    return new FilterError('FILTER_MISPLACED_OPERATOR', path, `${name} ${where}: ${example}.`)
  }
  const message = `There is no operator ${quote(name)}. Did you mean ${nearestOperator(name, allowed)}? Here can stand ${allowed.join(', ')}.`
  return new FilterError('FILTER_UNKNOWN_OPERATOR', path, message)
}

function nearestOperator(name: string, allowed: readonly string[]): string {
  const asked = plain(name)
  const rated = allowed.map((operator) => {
    const names = [
      plain(operator),
      ...(Object.entries(otherNames).find(([key]) => key === operator)?.[1] ?? []),
    ]
    return { operator, edits: Math.min(...names.map((each) => distanceOf(asked, each).steps)) }
  })
  return rated.toSorted((a, b) => a.edits - b.edits)[0]?.operator ?? '$eq'
}

/** As in `otherNames`; a name that is longer than any of them is nearest to them all alike. */
function plain(name: string): string {
  return name
    .slice(0, 40)
    .replaceAll(/[$_\s-]/g, '')
    .toLowerCase()
}
