import { dirname } from 'node:path'
import type { MemoryScope } from '@recallite/core'
import { findProject, hasMemory, realPathOf } from '@recallite/core/sources'
import type { Flags } from './flags/flags.js'
import { type SettingKey, type ReadSettings, isFromWorkspace } from '@recallite/settings'

interface ScopeRequest {
  readonly scope?: Flags['scope'] | undefined
  /** Whether the command names folders to index. */
  readonly namesFolders?: boolean | undefined
  /** For long-running programs outside of projects: whether the user's own memory has no roots yet. */
  readonly isUserMemoryEmpty?: (() => Promise<boolean>) | undefined
}

/**
 * Chooses between the memory of the project around the working folder and the user's own. Folders that a command names
 * belong to the user's own memory. If there is neither, a long-running program serves the working folder's future memory.
 */
export async function chooseScope(resolved: ReadSettings, request: ScopeRequest): Promise<MemoryScope> {
  const { scope, namesFolders = false, isUserMemoryEmpty } = request
  if (scope === 'user' || (scope === undefined && namesFolders)) return { kind: 'user' }
  const project = discoverProject(resolved)
  if (project !== undefined) return { kind: 'project', folder: project }
  if (scope === 'project') return { kind: 'project', folder: possibleProject(resolved) }
  const isFuture = isUserMemoryEmpty !== undefined && mayBeProject(resolved) && (await isUserMemoryEmpty())
  return isFuture ? { kind: 'project', folder: possibleProject(resolved) } : { kind: 'user' }
}

/** The folder that becomes a project once it has a memory. */
function possibleProject(resolved: ReadSettings): string {
  const { workspaceFolder, workingFolder } = resolved
  return workspaceFolder?.path ?? realPathOf(workingFolder) ?? workingFolder
}

/** The home folder and the root of a disk are no projects. */
function mayBeProject(resolved: ReadSettings): boolean {
  const folder = possibleProject(resolved)
  if (!resolved.valueOf('sources').includes('memory')) return false
  return folder !== realPathOf(resolved.home) && folder !== dirname(folder)
}

/** If a workspace file has such a setting, its folder is a project. */
const projectKeys: readonly SettingKey[] = ['extraPaths', 'sessions.path', 'store.path', 'store.url']

/** The project of the workspace file, else the nearest folder with a memory; undefined if there is none. */
export function discoverProject(resolved: ReadSettings): string | undefined {
  const { workingFolder, home, valueOf, originOf } = resolved
  const workspace = resolved.workspaceFolder?.path
  if (workspace !== undefined && projectKeys.some((key) => isFromWorkspace(originOf(key)))) return workspace
  if (!valueOf('sources').includes('memory')) return undefined
  if (workspace !== undefined && hasMemory(workspace)) return workspace
  const found = findProject(workingFolder, { home })
  if (found !== undefined) return found
  // Sources that are set for this folder or this run make it a project before its first note exists.
  const origin = originOf('sources')
  const isWanted = ['variable', 'flag'].includes(origin.kind) || isFromWorkspace(origin)
  return isWanted ? possibleProject(resolved) : undefined
}
