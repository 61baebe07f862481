import { FilterError, quote } from './errors.js'
import type { Path } from './filter.js'
import { filterLimits } from './limits.js'

/**
 * The keys of a dot path: `params.force` has two, `tags.0` a key and an index, `` one empty key. A backslash takes the
 * meaning from a dot, a dollar or a backslash behind it, so `a\.b` is the single key `a.b`. Throws `FILTER_INVALID_PATH`.
 */
export function readPath(text: string, pointer: string): Path {
  const keys = text.split(unescapedDot)
  if (keys.length > filterLimits.keys) {
    const message = `A path has at most ${filterLimits.keys} keys; ${quote(text)} has ${keys.length}.`
    throw new FilterError('FILTER_INVALID_PATH', pointer, message)
  }
  return keys.map((key) => {
    if (/^(?:[^\\]|\\[.$\\])*$/s.test(key)) return withIndex(key.replaceAll(/\\(.)/gs, '$1'))
    const message = `In a path a backslash stands before ".", "$" or "\\" alone; write "\\\\" for a backslash that belongs to a key.`
    throw new FilterError('FILTER_INVALID_PATH', pointer, message)
  })
}

/** A dot with an even number of backslashes before it. */
const unescapedDot = /(?<=(?<!\\)(?:\\\\)*)\./

/** More digits than any array has elements are a key. */
function withIndex(key: string): string | number {
  return /^(?:0|[1-9]\d{0,8})$/.test(key) ? Number(key) : key
}
