import { existsSync } from 'node:fs'
import { reasonOf } from '@recallite/core'
import type { RecordStore } from '@recallite/records'
import type { StoreAddress } from '@recallite/settings'
import type { MemoryLocation } from './memory-location.js'
import { reachOf } from './open-store.js'
import { recordsFileOf } from './record-files.js'

/** What is remembered in a memory, for its status. */
export interface DescribedRecords {
  /** Of their file, or the address of the server that has them. */
  readonly path: string
  /** How many records there are, active and superseded; null if they cannot be read. */
  readonly count: number | null
  /** How many collections they are in; null if they cannot be read. */
  readonly collections: number | null
  /** Why they cannot be read; null if they can. */
  readonly reason: string | null
}

/** Counts the records of a memory, and changes nothing; null if there are none. */
export async function describeRecords({
  path: database,
  connection: { mayBeLink, server },
}: Pick<MemoryLocation, 'path' | 'connection'>): Promise<DescribedRecords | null> {
  if (server !== undefined) return describeOnServer(server)
  const path = recordsFileOf(database)
  if (path === ':memory:' || !existsSync(path)) return null
  const { openSqliteRecords } = await import('@recallite/store-sqlite/records')
  // SQLite cannot share a file that it must not write beside.
  const isScratch = reachOf(path) === 'read-only'
  try {
    const store = await openSqliteRecords({
      path,
      mayBeLink,
      create: false,
      isScratch,
      isReadOnly: !isScratch,
    })
    return await countIn(store, path)
  } catch (error) {
    return { path, count: null, collections: null, reason: reasonOf(error) }
  }
}

async function describeOnServer(server: StoreAddress): Promise<DescribedRecords | null> {
  const { openAddressRecords } = await import('@recallite/settings/server-store')
  try {
    const described = await countIn(
      await openAddressRecords(server, { create: false, isReadOnly: true }),
      server.shown,
    )
    return described.count === 0 ? null : described
  } catch (error) {
    return { path: server.shown, count: null, collections: null, reason: reasonOf(error) }
  }
}

async function countIn(store: RecordStore, path: string): Promise<DescribedRecords> {
  const { collections } = await store.counts().finally(() => store.close())
  const count = collections.reduce((sum, { active, superseded }) => sum + active + superseded, 0)
  return { path, count, collections: collections.length, reason: null }
}
