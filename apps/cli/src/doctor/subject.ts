import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { Source } from '@recallite/core'
import { StoreError, type Store } from '@recallite/store'
import { headerDamage, type ConnectionOptions } from '@recallite/store-sqlite'
import { hasRoomForCopy, isOpen, tryOpen, type Unopened } from '../driver.js'
import type { Flags } from '../flags/flags.js'
import { type ReadSettings, readSettings } from '../settings/read-settings.js'
import { storePlace, type StorePlace } from '../store-place.js'
import { environmentVariables } from '../settings/environment.js'
import { flagLayer, flagSettings, type Layer, variableLayer, yieldingLayer } from '../settings/layers.js'
import { resolveSettings, type ResolvedSettings } from '../settings/resolve-settings.js'
import { workingFolder as findFolder } from '../working-folder.js'
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

/** Opened parts of a subject, to be closed. */
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

/** Nothing of the database is changed, whatever it was written by; what is too large to be copied is only read. */
async function openUnchanged({ path, connection }: StorePlace): Promise<Pick<Subject, 'store' | 'isCopy'>> {
  if (path === ':memory:' || !existsSync(path)) return { store: undefined, isCopy: false }
  const isCopy = hasRoomForCopy(path)
  return {
    store: await openSound({ ...connection, isScratch: isCopy, isReadOnly: true, create: false }),
    isCopy,
  }
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

/** Settings to go on with. */
interface AnySettings {
  readonly resolved: ReadSettings
  /** Why these are not the ones that were made; undefined where they are. */
  readonly error: unknown
}

/**
 * The settings of a run; where they are broken, what is left of them, and why.
 * @throws UsageError where the folder this runs in was deleted
 */
export async function readAnySettings(flags: Flags): Promise<AnySettings> {
  const { agent, config } = flags
  try {
    return { resolved: await readSettings({ flags: flagSettings(flags), agent, config }), error: undefined }
  } catch (error) {
    return { resolved: settingsWithoutFiles(flags), error }
  }
}

function settingsWithoutFiles(flags: Flags): ReadSettings {
  const variables = environmentVariables()
  const [home, workingFolder] = [variables['HOME'] || userInfo().homedir, findFolder()]
  const surroundings = { home, cwd: workingFolder, variables }
  const about = {
    files: { user: undefined, workspace: undefined },
    workspaceFolder: undefined,
    home,
    workingFolder,
  }
  for (const layers of lesserLayers(flags, variables)) {
    try {
      return withoutFiles(resolveSettings(layers(), surroundings), about)
    } catch {
      // The next way needs less.
    }
  }
  return withoutFiles(resolveSettings([], surroundings), about)
}

type Variables = ReturnType<typeof environmentVariables>

/** Ways to go on where settings are broken, the nearest to what was wanted first: without the files, with flags alone, built in. */
function lesserLayers(flags: Flags, variables: Variables): (() => Layer[])[] {
  const fromFlags = () => flagLayer(flagSettings(flags))
  return [() => [yieldingLayer(variables), variableLayer(variables), fromFlags()], () => [fromFlags()]]
}

function withoutFiles(
  settings: ResolvedSettings,
  about: Pick<ReadSettings, 'files' | 'workspaceFolder' | 'home' | 'workingFolder'>,
): ReadSettings {
  const read: ReadSettings = { ...settings, ...about, withoutWorkspace: () => read }
  return read
}

/** Looks at one part of the program, and changes nothing. */
export interface Probe {
  readonly name: string
  /** One outcome for each thing of its kind; none where there is nothing to look at. */
  readonly look: (subject: Subject) => Promise<readonly Outcome[]> | readonly Outcome[]
}
