import { holderFileOf, realPathOf } from '../store-files.js'
import { readHolder } from './holder.js'

/**
 * The number of the process that is indexing into a database file; undefined where none is. Unlike `Store.lock` it never
 * stands in anybody's way; what it says may be over a moment later.
 */
export function lockHolder(path: string): number | undefined {
  return readHolder(holderFileOf(realPathOf(path)))
}
