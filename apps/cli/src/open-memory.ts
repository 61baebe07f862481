import { existsSync } from 'node:fs'
import { createMemory, type Memory, type MemoryScope, type Source } from '@recallite/core'
import { StoreError } from '@recallite/store'
import { UsageError } from '@recallite/command-line'
import { chooseBackends, type BackendChoice } from './embedding/choose-backends.js'
import type { Flags } from './flags/flags.js'
import { memoryOptions } from './memory-options.js'
import { openStore, type StoreUse } from './open-store.js'
import { flagSettings } from './settings/layers.js'
import { readSettings, type ReadSettings } from './settings/read-settings.js'
import { storePlace, type PlaceUse, type StorePlace } from './store-place.js'
import { describeOrigin } from './settings/errors.js'
import type { ResolvedSettings } from './settings/resolve-settings.js'

/** A memory, what it embeds with and reads, and the settings it was opened with. */
export interface OpenMemory extends BackendChoice {
  readonly memory: Memory
  readonly scope: MemoryScope
  /** The project that this runs in, where the command works with the user's own memory without being told to. */
  readonly leftProject: string | undefined
  readonly sources: readonly Source[]
  readonly resolved: ReadSettings
  /** Of the database. */
  readonly path: string
}

/** What a command may do to the memory that it opens. */
interface MemoryUse extends StoreUse, Pick<PlaceUse, 'namesFolders'> {
  /** Whether a missing database is made. */
  readonly fills?: boolean
  /** Whether a missing database is made if there are sources that need no naming. */
  readonly mayBegin?: boolean
}

/** Opens the memory, works with it and closes it whatever happens. */
export async function withMemory<Result>(
  flags: Flags,
  use: MemoryUse,
  work: (open: OpenMemory) => Promise<Result>,
): Promise<Result> {
  const open = await openMemory(flags, use)
  try {
    return await work(open)
  } finally {
    await open.memory.close()
  }
}

/**
 * Opens the memory that the settings name.
 * @throws SettingsError; UsageError; StoreError, `STORE_UNAVAILABLE` when there is none yet and the command does not begin it
 */
async function openMemory(flags: Flags, use: MemoryUse): Promise<OpenMemory> {
  const { agent, config, offline: isOffline = false } = flags
  const { fills = false, livesLong = false, mayBegin = false, namesFolders } = use
  const read = await readSettings({ flags: flagSettings(flags), agent, config })
  const place = await storePlace(flags, read, { livesLong, namesFolders })
  const { sources, scope, leftProject, resolved } = place
  if (!fills && !(mayBegin && sources.length > 0)) assertThere(place)
  const { store, path, isReadOnly } = await openStore(place, use)
  try {
    const { backends, ...choice } = await chooseBackends(resolved, { store, isOffline, fills })
    const options = { ...choice, ...memoryOptions(resolved.settings, { livesLong, isReadOnly }) }
    const memory = createMemory({ store, models: backends, sources, scope, ...options })
    return { memory, scope, leftProject, backends, ...choice, sources, resolved, path }
  } catch (error) {
    await store.close()
    throw error
  }
}

function assertThere({ path, scope }: StorePlace): void {
  if (path === ':memory:' || existsSync(path)) return
  const make =
    scope.kind === 'project'
      ? `Make one of the memory of ${scope.folder}: recallite index`
      : 'Make one: recallite index FOLDER'
  throw new StoreError('STORE_UNAVAILABLE', `There is no index at ${path} yet. ${make}`)
}

/** @throws UsageError where memory is switched off */
export function assertEnabled({ settings, originOf }: ResolvedSettings): void {
  if (settings.enabled) return
  const origin = describeOrigin(originOf('enabled'))
  throw new UsageError(`Memory is switched off (enabled: false, ${origin}). Set enabled to true to use it.`)
}

/** How long a command that somebody waits for waits for another process that is indexing, in milliseconds. */
export const lockWait = 30_000
