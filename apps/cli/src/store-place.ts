import { databasePath } from '@recallite/command-line'
import type { Source } from '@recallite/core'
import type { ConnectionOptions } from '@recallite/store-sqlite'
import type { Flags } from './flags/flags.js'
import type { MemoryLife } from './memory-options.js'
import type { ReadSettings } from './settings/read-settings.js'
import { confinementOf } from './settings/workspace-folder.js'
import { chooseSources } from './sources/choose-sources.js'

const usualAgent = 'main'

/** Where a memory is, how it is opened and what it is made of. */
export interface StorePlace {
  /** Of the database, or `:memory:`. */
  readonly path: string
  readonly connection: Pick<ConnectionOptions, 'path' | 'vectorExtension' | 'within' | 'mayBeLink'>
  readonly sources: readonly Source[]
}

/**
 * The memory that flags and settings name.
 * @throws UsageError where the agent has no possible name
 */
export function storePlace(
  { agent = usualAgent }: Flags,
  resolved: ReadSettings,
  { livesLong }: MemoryLife = {},
): StorePlace {
  const { settings, home } = resolved
  const path = databasePath({ db: settings.store.path, agent, home })
  const { enabled, extensionPath } = settings.store.vector
  return {
    path,
    connection: { path, vectorExtension: enabled ? extensionPath : false, ...confinementOf(resolved) },
    sources: chooseSources(resolved, { ...resolved, agent, livesLong }),
  }
}
