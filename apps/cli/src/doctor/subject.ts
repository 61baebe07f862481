import { existsSync } from 'node:fs'
import type { Source } from '@recallite/core'
import { StoreError, type Store } from '@recallite/store'
import {
  hasRoomForCopy,
  loadRepair,
  isOpen,
  tryOpen,
  type ConnectionOptions,
  type Unopened,
} from '../driver.js'
import type { Flags } from '../flags/flags.js'
import { readSettings, withoutWorkspaceFile, type ReadSettings } from '../settings/read-settings.js'
import { storePlace, type StorePlace } from '../store-place.js'
import { environmentVariables, homeFolder } from '../settings/environment.js'
import { flagLayer, flagSettings, type Layer, variableLayer, yieldingLayer } from '../settings/layers.js'
import { workingFolder } from '../working-folder.js'
import type { Outcome } from './finding.js'

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

interface OpenSubject extends Subject {
  close(): Promise<void>
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

/** The database is not changed: it is copied into memory, or opened for reading where it is too large. */
async function openUnchanged({ path, connection }: StorePlace): Promise<Pick<Subject, 'store' | 'isCopy'>> {
  if (path === ':memory:' || !existsSync(path)) return { store: undefined, isCopy: false }
  const isCopy = hasRoomForCopy(path)
  return {
    store: await openSound({ ...connection, isScratch: isCopy, isReadOnly: true, create: false }),
    isCopy,
  }
}

/** SQLite opens files with some kinds of damaged headers. */
async function openSound(connection: ConnectionOptions): Promise<Store | Unopened> {
  const { headerDamage } = await loadRepair()
  try {
    const reason = headerDamage(connection)
    if (reason === undefined) return await tryOpen(connection)
    return { error: new StoreError('STORE_CORRUPT', `${connection.path} is damaged: ${reason}`) }
  } catch (error) {
    return { error }
  }
}

/**
 * The settings of a run. Where they are broken: the settings without their files, and why.
 * @throws UsageError where the folder this runs in was deleted
 */
export async function readAnySettings(
  flags: Flags,
): Promise<{ readonly resolved: ReadSettings; readonly error: unknown }> {
  const { agent, config } = flags
  try {
    return { resolved: await readSettings({ flags: flagSettings(flags), agent, config }), error: undefined }
  } catch (error) {
    return { resolved: settingsWithoutFiles(flags), error }
  }
}

/** By variables and flags, else by the flags alone, else what is built in: as far as they can be read. */
function settingsWithoutFiles(flags: Flags): ReadSettings {
  const variables = environmentVariables()
  const surroundings = { home: homeFolder(variables), cwd: workingFolder(), variables }
  const fromFlags = () => flagLayer(flagSettings(flags))
  const ways: (() => Layer[])[] = [
    () => [yieldingLayer(variables), variableLayer(variables), fromFlags()],
    () => [fromFlags()],
  ]
  for (const layers of ways) {
    try {
      return withoutWorkspaceFile(layers(), surroundings)
    } catch {
      // The next way needs less.
    }
  }
  return withoutWorkspaceFile([], surroundings)
}

/** Looks at one part of the program, and changes nothing. */
export interface Probe {
  readonly name: string
  /** One outcome for each thing of its kind; none where there is nothing to look at. */
  readonly look: (subject: Subject) => Promise<readonly Outcome[]> | readonly Outcome[]
}
