import { StoreError, type DocumentAddress, type StoreDamage, type StoreErrorCode } from '@recallite/store'
import type { SqlDatabase } from '../sql-database.js'
import { toStoreError } from '../sqlite-errors.js'

/** Damage, and what takes it out: a write, to be called inside a transaction. */
export interface Finding {
  readonly damage: StoreDamage
  readonly mend: (() => void) | undefined
}

/** Looks for damage of one kind; reads only. */
export type Check = (database: SqlDatabase) => readonly Finding[]

/** A document's address as SQL gives it; null where its root is gone. */
export interface AddressRow {
  readonly root: string | null
  readonly path: string | null
}

/** Each address once, in the order in which they come. */
export function distinctAddresses(rows: Iterable<AddressRow>): DocumentAddress[] {
  const addresses = new Map<string, DocumentAddress>()
  for (const { root, path } of rows) {
    if (root !== null && path !== null) addresses.set(`${root}\0${path}`, { root, path })
  }
  return [...addresses.values()]
}

/** What fails for other reasons than what is in the database. */
const ofSurroundings: ReadonlySet<StoreErrorCode> = new Set(['STORE_BUSY', 'STORE_FULL', 'STORE_READ_ONLY'])

/** Whether a check failed because of what it read: every failure that is not of the surroundings counts as such. */
export function isDamage(error: unknown): boolean {
  const known = toStoreError(error, '')
  return !StoreError.isInstance(known) || !ofSurroundings.has(known.code)
}

/** A check that finds damage also where reading fails for it. */
export function withFailure(check: Check, failed: (database: SqlDatabase, cause: string) => Finding): Check {
  return (database) => {
    try {
      return check(database)
    } catch (error) {
      if (!isDamage(error)) throw error
      return [failed(database, error instanceof Error ? error.message : String(error))]
    }
  }
}
