import { existsSync } from 'node:fs'
import { StoreError } from '@recallite/store'
import { hasRoomForCopy, loadRepair, isOpen, openSqliteStore, tryOpen } from '../open/driver.js'
import type { Flags } from '../flags/flags.js'
import {
  readSettings,
  withoutWorkspaceFile,
  type ReadSettings,
  environmentVariables,
  homeFolder,
  flagLayer,
  flagSettings,
  variableLayer,
  workingFolder,
} from '@recallite/settings'
import { locateMemory, type MemoryLocation } from '../open/memory-location.js'
import { orUndefined } from '@recallite/command-line'

/** What the probes examine: a memory with the stores that could be opened. If settings are broken, `resolved` omits the files. */
export type Subject = Omit<Awaited<ReturnType<typeof openSubject>>, 'close'>

/** Opens everything that can be opened, without changing it; throws a UsageError for an invalid agent id. */
export async function openSubject(flags: Flags, signal: AbortSignal, { mayCopy = true } = {}) {
  const { resolved: read, error: settingsError } = await readAnySettings(flags)
  const location = await locateMemory(flags, read)
  const empty = await tryOpen(() => openSqliteStore({ ...location.connection, path: ':memory:' }))
  const opened = await openUnchanged(location.connection, mayCopy)
  return {
    ...location,
    flags,
    settingsError,
    /** An empty store in memory, to test the driver and its extension. */
    empty,
    /** `store` is undefined if there is none yet; it rejects writing unless `isCopy`. */
    ...opened,
    // Without the settings files, it is unknown what may leave this machine.
    isOffline: flags.offline === true || settingsError !== undefined,
    isDeep: flags.deep === true || flags.repair === true,
    signal,
    async close() {
      for (const store of [empty, opened.store]) if (isOpen(store)) await store.close()
    },
  }
}

/** Copies a database into memory, or opens it read-only if it is too large or `mayCopy` is false. */
export async function openUnchanged(connection: MemoryLocation['connection'], mayCopy: boolean) {
  const { path, server } = connection
  if (server !== undefined) {
    const { openAddress } = await import('@recallite/settings/server-store')
    // Nothing is created or migrated there.
    const open = () => openAddress(server, { create: false, isReadOnly: true })
    return { store: await tryOpen(open), isCopy: false }
  }
  if (path === ':memory:' || !existsSync(path)) return { store: undefined, isCopy: false }
  const isCopy = mayCopy && hasRoomForCopy(path)
  const { headerDamage } = await loadRepair()
  const options = { ...connection, isScratch: isCopy, isReadOnly: true, create: false }
  const store = await tryOpen(async () => {
    // SQLite opens files with some kinds of damaged headers.
    const reason = headerDamage(options)
    if (reason === undefined) return openSqliteStore(options)
    throw new StoreError('STORE_CORRUPT', `${path} is damaged: ${reason}`)
  })
  return { store, isCopy }
}

/**
 * The settings of a run; if they are broken, the settings without their files, and the error.
 * @throws UsageError if the working folder was deleted
 */
export async function readAnySettings(flags: Flags) {
  const { agent, config } = flags
  try {
    return { resolved: await readSettings({ flags: flagSettings(flags), agent, config }), error: undefined }
  } catch (error) {
    return { resolved: settingsWithoutFiles(flags), error }
  }
}

/** The settings of variables and flags, or the defaults if these are broken too. */
function settingsWithoutFiles(flags: Flags): ReadSettings {
  const variables = environmentVariables()
  const surroundings = { home: homeFolder(variables), cwd: workingFolder(), variables }
  const given = () => [variableLayer(variables), flagLayer(flagSettings(flags))]
  return (
    orUndefined(() => withoutWorkspaceFile(given(), surroundings)) ?? withoutWorkspaceFile([], surroundings)
  )
}
