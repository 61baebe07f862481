/** The codes of filter errors; stable. */
export type FilterErrorCode =
  /** A filter is not a JSON object. */
  | 'FILTER_NOT_AN_OBJECT'
  /** The operator is not allowed here: `$and` belongs next to paths, `$lt` at a path. */
  | 'FILTER_UNKNOWN_OPERATOR'
  /** The operand is invalid, for example a list for `$lt`. */
  | 'FILTER_INVALID_OPERAND'
  /** A backslash in a path is followed by anything but `.`, `$` or `\`, or the path has too many keys. */
  | 'FILTER_INVALID_PATH'
  /** `$and`, `$or` and `$not` are nested more deeply than `filterLimits.depth`. */
  | 'FILTER_TOO_DEEP'
  /** There are more conditions, listed values or characters than `filterLimits` allows. */
  | 'FILTER_TOO_LARGE'

const marker = Symbol.for('recallite.FilterError')

/** The error for an invalid filter. */
export class FilterError extends Error {
  readonly code: FilterErrorCode
  /** The JSON Pointer (RFC 6901) of the invalid part, such as `/$or/1/params.force/$lt`; empty for the whole filter. */
  readonly path: string

  constructor(code: FilterErrorCode, path: string, message: string) {
    super(path === '' ? message : `${message} (at ${quote(path)})`)
    this.name = 'FilterError'
    this.code = code
    this.path = path
    Object.defineProperty(this, marker, { value: true })
  }

  /** True also for an error of another copy of this package. */
  static isInstance(value: unknown): value is FilterError {
    return typeof value === 'object' && value !== null && marker in value
  }
}

const maxQuote = 80

/** Quotes a text in a message, without control characters and shortened. */
export function quote(text: string): string {
  return JSON.stringify(text.length > maxQuote ? `${text.slice(0, maxQuote)}…` : text)
}
