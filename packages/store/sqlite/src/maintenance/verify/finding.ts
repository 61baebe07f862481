import {
  StoreError,
  type DocumentAddress,
  type StoreDamage,
  type StoreErrorCode,
  type StorePart,
} from '@recallite/store'
import type { SqlDatabase } from '../../connection/sql-database.js'
import { isRefused, toStoreError } from '../../connection/sqlite-errors.js'

/** Looks for damage of one kind; reads only. */
export type Check = (database: SqlDatabase) => readonly StoreDamage[]

/** What a check found in how many places; nothing where that is 0. */
export function findingOf(
  damage: { part: StorePart; count: number; reason: string } & Partial<StoreDamage>,
): StoreDamage[] {
  return damage.count === 0 ? [] : [{ documents: [], ...damage }]
}

/** Whether reading failed because of what was read, and not for want of a lock, room or permission. */
export function isDamage(error: unknown): boolean {
  const known = toStoreError(error, '')
  if (!StoreError.isInstance(known)) return true
  return !ofSurroundings.has(known.code) && !isRefused(known.cause)
}

const ofSurroundings: ReadonlySet<StoreErrorCode> = new Set([
  'STORE_BUSY',
  'STORE_FULL',
  'STORE_READ_ONLY',
  'STORE_TOO_NEW',
  'STORE_FOREIGN',
  'STORE_LINK',
])

/** A document's address as SQL gives it; null where the document or its root is gone. */
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
