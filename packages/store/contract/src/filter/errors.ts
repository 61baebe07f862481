/** Stable codes for programs to act on. */
export type FilterErrorCode =
  /** A filter is not a JSON object. */
  | 'FILTER_NOT_AN_OBJECT'
  /** There is no operator of this name at this place: `$and` stands among paths, `$lt` behind one. */
  | 'FILTER_UNKNOWN_OPERATOR'
  /** The operator cannot use its operand, e.g. `$lt` with a list or `$in` without one. */
  | 'FILTER_INVALID_OPERAND'
  /** A backslash in a path stands before anything but `.`, `$` or `\`, or the path has too many keys. */
  | 'FILTER_INVALID_PATH'
  /** `$and`, `$or` and `$not` are nested more deeply than `filterLimits.depth`. */
  | 'FILTER_TOO_DEEP'
  /** There are more conditions, listed values or characters than `filterLimits` allows. */
  | 'FILTER_TOO_LARGE'

const marker = Symbol.for('recallite.FilterError')

/** A filter cannot be used as it is. Its author must change it, so a retry does not help. */
export class FilterError extends Error {
  readonly code: FilterErrorCode
  /** Where in the filter the fault is, as a JSON Pointer (RFC 6901): `/$or/1/params.force/$lt`; empty for all of it. */
  readonly path: string

  constructor(code: FilterErrorCode, path: string, message: string) {
    super(path === '' ? message : `${message} (at ${quote(path)})`)
    this.name = 'FilterError'
    this.code = code
    this.path = path
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for a filter error, also if another copy of this package created it. */
  static isInstance(value: unknown): value is FilterError {
    return typeof value === 'object' && value !== null && marker in value
  }
}

const longestQuote = 80

/** A text of the filter as a message shows it: without control characters, and not longer than a line. */
export function quote(text: string): string {
  return JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text)
}
