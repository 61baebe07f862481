/*
 * Which memory a command uses, and where it is.
 *
 * | `store.path` and `store.url` are named by | for | a project sees of that store |
 * |---|---|---|
 * | a flag, or else a variable | this run, in a project and outside of one | the roots in its folder |
 * | else the workspace file | the project | what `confinementOf` allows an untrusted folder |
 * | else the user file | the user's own memory; a path `:memory:` also for projects | – |
 * | else nothing | each agent of the user and of each project has a file in `~/.recallite/memory` | all of it |
 *
 * If the same row names a server and a file, the server is used.
 *
 * Records and their index are on the server of `records.url`, which is used in the same memories as `store.url`, but not with a file
 * that a higher row names. Without it, they are on the server of `store.url` if that is PostgreSQL, else in local files.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { assertPathLength, type Io, UsageError } from '@recallite/command-line'
import type { MemoryScope, Source } from '@recallite/core'
import { findProject, hasMemory, realPathOf } from '@recallite/core/sources'
import {
  agentIds,
  flagSettings,
  isCluster,
  isFromWorkspace,
  isInside,
  type Origin,
  readSettings,
  type ReadSettings,
  recalliteFolder,
  type SettingKey,
  type StoreAddress,
} from '@recallite/settings'
import { memoryFile } from '@recallite/store-sqlite/memory-file'
import type { Flags } from '../flags/flags.js'
import { confinementOf } from '../trust/folders.js'
import type { ConnectionOptions } from './driver.js'
import { chooseSources } from './sources.js'

/** Where a memory is, how to open it, and its sources. */
export interface MemoryLocation {
  readonly scope: MemoryScope
  /** The path of the database, or `:memory:`. If the index of files is on a server, only the index of local records may have this path, and local files are named after it. */
  readonly path: string
  readonly connection: StoreConnection
  readonly sources: readonly Source[]
  readonly resolved: ReadSettings
  /** The project around the working folder, if the command names folders and therefore uses the user's own memory. */
  readonly leftProject: string | undefined
}

/** How to open the index of a memory. */
export interface StoreConnection extends Pick<
  ConnectionOptions,
  'path' | 'makesFolder' | 'vectorExtension' | 'within' | 'mayBeLink'
> {
  /** The server that has the index of files instead of the file. */
  readonly server?: StoreAddress | undefined
  /** The server that has the records and their index; equal to `server` if that has them too. */
  readonly recordServer?: StoreAddress | undefined
}

/** How a command uses the memory that it opens. */
export interface MemoryUse {
  readonly namesFolders?: boolean | undefined
  /** Whether to create a missing database. */
  readonly fills?: boolean
  /** Whether the command stores or recalls records: it then creates a missing database, which holds their index. */
  readonly remembers?: boolean
  /** Whether to create a missing database if the settings name sources. */
  readonly mayBegin?: boolean
  /** Set by a command that only reads: it accepts a read-only database, and prints a line about it. */
  readonly onlyReads?: Pick<Io, 'talk'>
  /** Whether to work on a temporary copy. */
  readonly isScratch?: boolean
  /** Whether the memory stays open: it syncs after answering, unloads idle models, and does not block the event loop. */
  readonly livesLong?: boolean | undefined
}

/**
 * Finds the memory that flags and settings name. Neither opens the memory nor loads the code that opens it.
 * @throws UsageError for an invalid agent id; SettingsError
 */
export async function findMemory(flags: Flags, use: MemoryUse, surroundings?: Io['surroundings']) {
  const { agent, config } = flags
  const resolved = await readSettings({ flags: flagSettings(flags), agent, config, ...surroundings })
  return locateMemory(flags, resolved, use)
}

/** Like `findMemory`, with settings that have already been read. */
export async function locateMemory(flags: Flags, resolved: ReadSettings, use: MemoryUse = {}) {
  const { agent = 'main' } = flags
  const scope = await chooseScope(resolved, { ...flags, agent }, use)
  const left = scope.kind === 'user' ? discoverProject(resolved) : undefined
  // The workspace file of a project does not apply to the user's own memory.
  const applied = left === undefined ? resolved : resolved.withoutWorkspace()
  const connection = connectionOf(applied, scope, agent)
  const location: MemoryLocation = {
    scope,
    path: connection.path,
    connection,
    sources: chooseSources(applied, { scope, agent }),
    resolved: applied,
    leftProject: flags.scope === undefined ? left : undefined,
  }
  return location
}

/** The file of a memory's records, next to its database, or `:memory:` like it. It is the only copy of the records. */
export function recordsFileOf(database: string): string {
  return database === ':memory:' ? database : `${database.replace(/\.sqlite$/u, '')}.records.sqlite`
}

/** Whether records have an index in another store than files: in the database at the path of the memory, or on another server. */
export const hasRecordIndex = ({ connection }: Pick<MemoryLocation, 'connection'>): boolean =>
  connection.server !== connection.recordServer

/** The layers of settings that can name a store, in rising order of precedence. */
const layers = ['built-in', 'user file', 'workspace file', 'variable', 'flag'] as const

function layerOf(origin: Origin): (typeof layers)[number] {
  if (origin.kind !== 'file') return origin.kind
  return origin.isWorkspace ? 'workspace file' : 'user file'
}

function connectionOf(resolved: ReadSettings, scope: MemoryScope, agent: string): StoreConnection {
  const { settings, home } = resolved
  const { server, recordServer } = serversOf(resolved, scope)
  const { enabled, extensionPath } = settings.store.vector
  const layer = layerOf(resolved.originOf(server === undefined ? 'store.path' : 'store.url'))
  const isForRun = layer === 'variable' || layer === 'flag'
  // Several projects can share a store that is set for one run.
  const isConfined = scope.kind === 'project' && isForRun
  const path = server === undefined ? pathOf(resolved, scope, agent) : pathBeside(server, agent, home)
  return {
    path,
    makesFolder: !isForRun || isInside(recalliteFolder(home), path),
    vectorExtension: enabled ? extensionPath : false,
    ...(isConfined ? { within: scope.folder } : confinementOf(resolved)),
    server,
    recordServer,
  }
}

function serversOf({ valueOf, originOf }: ReadSettings, scope: MemoryScope) {
  const rank = (key: SettingKey) => layers.indexOf(layerOf(originOf(key)))
  const path = rank('store.path')
  if (path === rank('store.url') && layers[path] === 'flag')
    throw new UsageError('--db and --store name two stores for one index. Use only one of them.')
  const isOfScope = (key: SettingKey) => scope.kind === 'user' || layers[rank(key)] !== 'user file'
  const choose = (key: 'records.url' | 'store.url', min: number) =>
    isOfScope(key) && rank(key) >= min ? valueOf(key) : undefined
  const server = choose('store.url', path)
  const named = choose('records.url', server ? 0 : path)
  const isSame = named === undefined ? server && !isCluster(server) : named.id === server?.id
  return { server, recordServer: isSame ? server : named }
}

function pathOf({ settings, originOf, home }: ReadSettings, scope: MemoryScope, agent: string): string {
  const { path } = settings.store
  const counts = scope.kind === 'user' || layerOf(originOf('store.path')) !== 'user file'
  if (path === ':memory:') return path
  const project = scope.kind === 'project' ? scope.folder : undefined
  const file =
    path === undefined || !counts
      ? memoryFile(join(recalliteFolder(home), 'memory'), { agent: checkedAgent(agent), project })
      : resolve(path)
  assertPathLength(file, maxEnding)
  return file
}

/** The ending with the maximum length of a file next to the database. */
const maxEnding = '.records-journal'

function checkedAgent(agent: string): string {
  if (agentIds.test(agent)) return agent
  throw new UsageError(
    `--agent ${agent}: an agent id must have 1 to 64 letters, digits, hyphens or underscores.`,
  )
}

const hashLength = 12

/** The path that local files of a memory on a server are named after; each server, database and schema or prefix has its own folder. */
function pathBeside({ id }: StoreAddress, agent: string, home: string): string {
  const name = createHash('sha256').update(id).digest('hex').slice(0, hashLength)
  return memoryFile(join(recalliteFolder(home), 'memory', 'servers', name), { agent })
}

const user: MemoryScope = { kind: 'user' }

/** Whether the user's own memory has neither roots nor records. False if it cannot be opened, so that the user sees why. */
async function hasNoUserMemory(resolved: ReadSettings, agent: string): Promise<boolean> {
  if (chooseSources(resolved, { scope: user, agent }).length > 0) return false
  const { server, recordServer } = serversOf(resolved, user)
  if (server !== undefined || recordServer !== undefined) return false
  const path = pathOf(resolved, user, agent)
  if (existsSync(recordsFileOf(path))) return false
  if (!existsSync(path)) return true
  try {
    const { openSqliteStore } = await import('./driver.js')
    const store = await openSqliteStore({ path, create: false, isReadOnly: true, vectorExtension: false })
    const roots = await store.listRoots().finally(() => store.close())
    return roots.length === 0
  } catch {
    return false
  }
}

/**
 * Chooses between the memory of the project around the working folder and the user's own, which also has the folders that commands
 * name. If neither exists, a long-running program serves the future memory of the working folder, which becomes a project for every
 * command once it has a record.
 */
async function chooseScope(
  resolved: ReadSettings,
  { scope, agent }: Pick<Flags, 'scope'> & { readonly agent: string },
  { namesFolders, livesLong }: MemoryUse,
): Promise<MemoryScope> {
  if (scope === 'user' || (scope === undefined && namesFolders)) return user
  const project = discoverProject(resolved)
  if (project !== undefined) return { kind: 'project', folder: project }
  const future: MemoryScope = { kind: 'project', folder: possibleProject(resolved) }
  if (scope === 'project') return future
  const isFuture = mayBeProject(resolved) && (await isToBegin(resolved, { future, agent, livesLong }))
  return isFuture ? future : user
}

/** Whether the working folder is used as a project that has no notes yet. */
async function isToBegin(
  resolved: ReadSettings,
  { future, agent, livesLong = false }: Pick<MemoryUse, 'livesLong'> & { future: MemoryScope; agent: string },
): Promise<boolean> {
  const path = pathOf(resolved, future, agent)
  if (path !== pathOf(resolved, user, agent) && existsSync(recordsFileOf(path))) return true
  return livesLong && hasNoUserMemory(resolved, agent)
}

function possibleProject(resolved: ReadSettings): string {
  const { workspaceFolder, workingFolder } = resolved
  return workspaceFolder?.path ?? realPathOf(workingFolder) ?? workingFolder
}

/** The home folder and a disk's root folder are never projects. */
function mayBeProject(resolved: ReadSettings): boolean {
  const folder = possibleProject(resolved)
  if (!resolved.valueOf('sources').includes('memory')) return false
  return folder !== realPathOf(resolved.home) && folder !== dirname(folder)
}

/** A workspace file with one of these settings makes its folder a project. */
const projectKeys = ['extraPaths', 'sessions.path', 'store.path', 'store.url', 'records.url'] as const

function discoverProject(resolved: ReadSettings): string | undefined {
  const { workingFolder, home, valueOf, originOf } = resolved
  const workspace = resolved.workspaceFolder?.path
  if (workspace !== undefined && projectKeys.some((key) => isFromWorkspace(originOf(key)))) return workspace
  if (!valueOf('sources').includes('memory')) return undefined
  if (workspace !== undefined && hasMemory(workspace)) return workspace
  const project = findProject(workingFolder, { home })
  if (project !== undefined) return project
  // Sources that are set for this folder or this run make it a project before its first note exists.
  const origin = originOf('sources')
  const isSetHere = ['variable', 'flag'].includes(origin.kind) || isFromWorkspace(origin)
  return isSetHere ? possibleProject(resolved) : undefined
}
