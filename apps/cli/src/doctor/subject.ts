import { existsSync } from 'node:fs'
import type { Source } from '@recallite/core'
import { StoreError, type Store } from '@recallite/store'
import { headerDamage, type ConnectionOptions } from '@recallite/store-sqlite'
import { hasRoomForCopy } from '../copy-room.js'
import type { Flags } from '../flags/flags.js'
import type { ReadSettings } from '../settings/read-settings.js'
import { storePlace, type StorePlace } from '../store-place.js'
import { readAnySettings } from './read-any-settings.js'
import { isOpen, tryOpen, type Unopened } from './try-open.js'

/** What the probes look at: as much as could be opened. */
export interface Subject {
  readonly flags: Flags
  /** Where settings are broken, those that hold without the files. */
  readonly resolved: ReadSettings
  /** Why the settings are not taken; undefined where they are. */
  readonly settingsError: unknown
  readonly sources: readonly Source[]
  /** Of the database. */
  readonly path: string
  /** An empty store in memory: shows whether the driver and its extension work. */
  readonly empty: Store | Unopened
  /** The memory as it is; undefined where there is none yet. */
  readonly store: Store | Unopened | undefined
  /** Whether `store` is a copy, into which may be written; otherwise it refuses that. */
  readonly isCopy: boolean
  /** Whether nothing may go to another machine. */
  readonly isOffline: boolean
  /** Whether every byte is to be looked at. */
  readonly isDeep: boolean
  readonly signal: AbortSignal
}

/** Opened parts of a subject, to be closed. */
export interface OpenSubject extends Subject {
  close(): Promise<void>
}

/** SQLite takes some damage of a header as it is. */
async function openSound(connection: ConnectionOptions): Promise<Store | Unopened> {
  try {
    const reason = headerDamage(connection)
    if (reason === undefined) return await tryOpen(connection)
    return { error: new StoreError('STORE_CORRUPT', `${connection.path} is damaged: ${reason}`) }
  } catch (error) {
    return { error }
  }
}

/** Nothing of the database is changed, whatever it was written by; what is too large to be copied is only read. */
async function openUnchanged({ path, connection }: StorePlace): Promise<Pick<Subject, 'store' | 'isCopy'>> {
  if (path === ':memory:' || !existsSync(path)) return { store: undefined, isCopy: false }
  const isCopy = hasRoomForCopy(path)
  return {
    store: await openSound({ ...connection, isScratch: isCopy, isReadOnly: true, create: false }),
    isCopy,
  }
}

/**
 * Opens what there is, and changes nothing of it.
 * @throws UsageError where the agent has no possible name
 */
export async function openSubject(flags: Flags, signal: AbortSignal): Promise<OpenSubject> {
  const { resolved: read, error: settingsError } = await readAnySettings(flags)
  const place = await storePlace(flags, read)
  const { resolved } = place
  const empty = await tryOpen({ ...place.connection, path: ':memory:' })
  const opened = await openUnchanged(place)
  return {
    flags,
    resolved,
    settingsError,
    sources: place.sources,
    path: place.path,
    empty,
    ...opened,
    // Without the files nobody knows what may leave this machine.
    isOffline: flags.offline === true || settingsError !== undefined,
    isDeep: flags.deep === true || flags.repair === true,
    signal,
    async close() {
      for (const store of [empty, opened.store]) if (isOpen(store)) await store.close()
    },
  }
}
