import { existsSync } from 'node:fs'
import { assertPathLength, type Io } from '@recallite/command-line'
import { realPathOf } from '@recallite/core/sources'
import { readTrustedFolders } from '@recallite/settings'
import type { Flags } from '../flags/flags.js'
import { findMemory, type MemoryLocation } from '../open/memory-location.js'

/** What a hook adds to a conversation and what found it, or why it adds nothing. `keep` stores that it was added. */
export type HookOutcome =
  | { readonly context: string; readonly by: string; readonly keep: () => void }
  | { readonly silence: string }

/** The environment of a hook. */
export interface HookServices {
  readonly flags: Flags
  readonly io: Pick<Io, 'talk'>
  /** Aborted at the deadline of the host. */
  readonly signal: AbortSignal
  /** Sets the deadline of the settings, in milliseconds from the start of the process. */
  setDeadline(milliseconds: number): void
}

/** Finds the memory that `recallite mcp` serves to an agent in a folder, so that both use the same one. */
export async function locateForHook(flags: Flags, folder: string | undefined): Promise<MemoryLocation> {
  // No such folder exists, and looking for its project would take long.
  if (folder !== undefined) assertPathLength(folder)
  return findMemory(flags, { livesLong: true }, folder === undefined ? undefined : { cwd: folder })
}

/**
 * Like `locateForHook`, but only if settings allow hooks, and the project is trusted if the memory belongs to one: files of a project
 * may come from other people, while the user's own memory has only folders that the user named.
 */
export async function findHookMemory(
  flags: Flags,
  folder: string | undefined,
): Promise<MemoryLocation | { readonly silence: string }> {
  const location = await locateForHook(flags, folder)
  const { scope, resolved } = location
  const { settings, home } = resolved
  if (!settings.enabled) return { silence: 'memory is switched off (enabled: false)' }
  if (!settings.hooks.recall) return { silence: 'recall in hooks is switched off (hooks.recall: false)' }
  const { server, recordServer } = location.connection
  if (server === undefined && recordServer === undefined && !existsSync(location.path))
    return { silence: `nothing is indexed yet: ${location.path} does not exist` }
  if (scope.kind === 'user' || readTrustedFolders(home).includes(realPathOf(scope.folder) ?? ''))
    return location
  return {
    silence: `the project ${scope.folder} is not trusted. To trust it: recallite trust ${scope.folder}`,
  }
}
