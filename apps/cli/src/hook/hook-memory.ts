import { existsSync } from 'node:fs'
import { assertPathLength, CodedError, type Io } from '@recallite/command-line'
import { realPathOf } from '@recallite/core/sources'
import { readTrustedFolders } from '@recallite/settings'
import type { Flags } from '../flags/flags.js'
import { findMemory, type MemoryLocation } from '../open/memory-location.js'

/** What a hook adds to a conversation, which may be empty, and what was done, as a sentence. `keep` stores that it was added. */
export interface HookOutcome {
  readonly context: string
  readonly done: string
  readonly keep?: () => void
}

/** Why a hook adds nothing, as a clause. */
export class HookSilence extends CodedError<'HOOK_SILENT'> {
  constructor(reason: string) {
    super('HOOK_SILENT', reason)
  }
}

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
 * @throws HookSilence
 */
export async function findHookMemory(flags: Flags, folder: string | undefined): Promise<MemoryLocation> {
  const location = await locateForHook(flags, folder)
  const { scope, resolved } = location
  const { settings, home } = resolved
  if (!settings.enabled) throw new HookSilence('memory is switched off (enabled: false)')
  if (!settings.hooks.recall) throw new HookSilence('recall in hooks is switched off (hooks.recall: false)')
  const { server, recordServer } = location.connection
  if (server === undefined && recordServer === undefined && !existsSync(location.path))
    throw new HookSilence(`nothing is indexed yet: ${location.path} does not exist`)
  if (scope.kind === 'user' || readTrustedFolders(home).includes(realPathOf(scope.folder) ?? ''))
    return location
  const advice = `To trust it: recallite trust ${scope.folder}`
  throw new HookSilence(`the project ${scope.folder} is not trusted. ${advice}`)
}
