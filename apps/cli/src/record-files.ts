import { existsSync } from 'node:fs'
import type { MemoryLocation } from './memory-location.js'

/** Where the records of a memory are, by the path of its database: beside it, or in memory as it is. They are their only copy. */
export function recordsFileOf(database: string): string {
  return database === ':memory:' ? database : `${database.replace(/\.sqlite$/u, '')}.records.sqlite`
}

/** Whether there may be records, as far as that is known without asking a server. */
export function hasRecords({ path, connection }: Pick<MemoryLocation, 'path' | 'connection'>): boolean {
  return connection.server !== undefined || path === ':memory:' || existsSync(recordsFileOf(path))
}
