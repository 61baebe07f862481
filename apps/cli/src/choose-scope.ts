import { dirname } from 'node:path'
import { findProject, hasMemory, type MemoryScope } from '@recallite/core'
import type { Flags } from './flags/flags.js'
import type { SettingKey } from './settings/key-table.js'
import type { ReadSettings } from './settings/read-settings.js'
import { isSetByWorkspace } from './settings/workspace-folder.js'
import { realFolder } from './trust/trusted-folders.js'

interface ScopeRequest {
  readonly scope?: Flags['scope'] | undefined
  /** Whether it names folders to be indexed. */
  readonly namesFolders?: boolean | undefined
  /** Asked by a program that stays, where there is no project: whether the user's own memory has nothing yet. */
  readonly isUserMemoryEmpty?: (() => Promise<boolean>) | undefined
}

/**
 * Chooses between the memory of the project that a program runs in and the user's own. Folders that a command names belong
 * to the user's own memory. A program that stays serves, where there is neither, the memory that this folder may get.
 */
export async function chooseScope(resolved: ReadSettings, request: ScopeRequest): Promise<MemoryScope> {
  const { scope, namesFolders = false, isUserMemoryEmpty } = request
  if (scope === 'user' || (scope === undefined && namesFolders)) return { kind: 'user' }
  const project = discoverProject(resolved)
  if (project !== undefined) return { kind: 'project', folder: project }
  if (scope === 'project') return { kind: 'project', folder: possibleProject(resolved) }
  const isAwaited = isUserMemoryEmpty !== undefined && mayBeProject(resolved) && (await isUserMemoryEmpty())
  return isAwaited ? { kind: 'project', folder: possibleProject(resolved) } : { kind: 'user' }
}

/** The folder that becomes a project as soon as it has a memory. */
function possibleProject(resolved: ReadSettings): string {
  const { workspaceFolder, workingFolder } = resolved
  return workspaceFolder?.path ?? realFolder(workingFolder) ?? workingFolder
}

/** The home folder and the top of a disk are no projects. */
function mayBeProject(resolved: ReadSettings): boolean {
  const folder = possibleProject(resolved)
  if (!resolved.valueOf('sources').includes('memory')) return false
  return folder !== realFolder(resolved.home) && folder !== dirname(folder)
}

/** Settings of a workspace file that say what belongs to its project, or where its memory is kept. */
const projectKeys: readonly SettingKey[] = ['extraPaths', 'sessions.path', 'store.path']

/** The project of the workspace file, else the nearest folder with a memory; undefined where there is none. */
export function discoverProject(resolved: ReadSettings): string | undefined {
  const { workingFolder, home, valueOf } = resolved
  const workspace = resolved.workspaceFolder?.path
  if (workspace !== undefined && projectKeys.some((key) => isSetByWorkspace(resolved, key))) return workspace
  if (!valueOf('sources').includes('memory')) return undefined
  if (workspace !== undefined && hasMemory(workspace)) return workspace
  const found = findProject(workingFolder, { home })
  if (found !== undefined) return found
  return isAskedFor(resolved) ? possibleProject(resolved) : undefined
}

/** Sources that were set for this folder or this run make it a project before its first note is there. */
function isAskedFor(resolved: ReadSettings): boolean {
  const { kind } = resolved.originOf('sources')
  return kind === 'variable' || kind === 'flag' || isSetByWorkspace(resolved, 'sources')
}
