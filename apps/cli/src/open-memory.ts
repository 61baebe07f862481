import { existsSync } from 'node:fs'
import { databasePath } from '@recallite/command-line'
import { createMemory, type Memory } from '@recallite/core'
import { StoreError } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'
import { chooseLinks, type LinkChoice } from './embedding/choose-links.js'
import type { Flags } from './flags/flags.js'
import { memoryOptions } from './memory-options.js'
import { environmentVariables } from './settings/environment.js'
import { flagSettings } from './settings/flag-layer.js'
import { readSettings } from './settings/read-settings.js'
import type { ResolvedSettings } from './settings/resolve-settings.js'

/** A memory, what it embeds with, and the settings it was opened with. */
export interface OpenMemory extends Pick<LinkChoice, 'links'> {
  readonly memory: Memory
  readonly resolved: ResolvedSettings
  /** Of the database. */
  readonly path: string
}

/** What a command may do to the memory that it opens. */
export interface MemoryUse {
  /** Whether a missing database is made. */
  readonly fills?: boolean
  /** Whether to work on a copy that is thrown away. */
  readonly isScratch?: boolean
}

function pathOf(flags: Flags, { settings }: ResolvedSettings): string {
  return databasePath({ db: settings.store.path, agent: flags.agent, home: environmentVariables()['HOME'] })
}

function storeOptions({ settings }: ResolvedSettings, { fills = false, isScratch = false }: MemoryUse) {
  const { enabled, extensionPath } = settings.store.vector
  return { create: fills, isScratch, vectorExtension: enabled ? extensionPath : (false as const) }
}

/**
 * Opens the memory that the settings name.
 * @throws SettingsError; UsageError; StoreError, `STORE_UNAVAILABLE` when there is none yet and the command does not fill it
 */
async function openMemory(flags: Flags, use: MemoryUse): Promise<OpenMemory> {
  const { agent, config, offline: isOffline = false } = flags
  const resolved = await readSettings({ flags: flagSettings(flags), agent, config })
  const path = pathOf(flags, resolved)
  if (!use.fills && path !== ':memory:' && !existsSync(path)) {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `There is no index at ${path} yet. Make one: recallite index FOLDER`,
    )
  }
  const store = await openSqliteStore({ path, ...storeOptions(resolved, use) })
  try {
    const choice = await chooseLinks(resolved, { store, isOffline, fills: use.fills ?? false })
    const memory = createMemory({ store, ...choice, ...memoryOptions(resolved.settings) })
    return { memory, links: choice.links, resolved, path }
  } catch (error) {
    await store.close()
    throw error
  }
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
