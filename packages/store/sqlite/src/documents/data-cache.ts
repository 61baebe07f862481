import { LRUCache } from 'lru-cache'
import type { SqlDatabase } from '../connection/sql-database.js'
import { createGeneration } from './status.js'

/**
 * Caches the most recently used values until the database changes. `read` must return a value for each key, or undefined for values
 * that are not cached. `maxSize`: of all values together, in units of `sizeOf`.
 */
export function createDataCache<Key extends string | number, Value extends object | string>(
  database: SqlDatabase,
  { maxSize, sizeOf }: { readonly maxSize: number; readonly sizeOf: (value: Value) => number },
) {
  const generation = createGeneration(database)
  const values = new LRUCache<Key, Value>({ maxSize, sizeCalculation: (value) => Math.max(1, sizeOf(value)) })
  let readAt: string | undefined

  return {
    /** Empties a cache of another state of the data, and returns whether it was. Every call requires the transaction of its `begin`. */
    begin(state?: number): boolean {
      const now = `${generation()} ${state}`
      const isOutdated = now !== readAt
      if (isOutdated) values.clear()
      readAt = now
      return isOutdated
    },
    get(key: Key, read: () => Value): Value {
      const value = values.get(key) ?? read()
      if (!values.has(key)) values.set(key, value)
      return value
    },
    /** The values of all keys, in order; one call of `read` reads those that are missing. */
    getAll(keys: readonly Key[], read: (missing: readonly Key[]) => readonly (Value | undefined)[]) {
      const found = keys.map((key) => values.get(key))
      const missing = keys.filter((_, index) => found[index] === undefined)
      if (missing.length === 0) return found
      const added = read(missing)
      for (const [index, key] of missing.entries()) {
        const value = added[index]
        if (value !== undefined) values.set(key, value)
      }
      let next = 0
      return found.map((value) => value ?? added[next++])
    },
  }
}
