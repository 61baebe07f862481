import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { closing, type Io, printable, UsageError } from '@recallite/command-line'
import { createMemory, type Memory, reasonOf, type Retriever, type WatchOptions } from '@recallite/core'
import { describeOrigin, memorySettings, recallSettings } from '@recallite/settings'
import type { ResolvedSettings, Settings } from '@recallite/settings'
import { type Store, StoreError } from '@recallite/store'
import type { Flags } from '../flags/flags.js'
import { type BackendChoice, chooseBackends } from './choose-backends.js'
import { loadRepair } from './driver.js'
import { findMemory, hasRecordIndex, type MemoryLocation, type MemoryUse } from './memory-location.js'
import { openStore } from './open-store.js'
import { updateMirror } from '../transcripts/agents.js'
import { hasRecords, lazyRecordStore } from './record-store.js'

/** A memory with its backends, its sources and its settings. */
export interface OpenMemory extends BackendChoice, MemoryLocation {
  readonly memory: Memory
  /** The sources of the backends that would be chosen now, since another process may have indexed with another model. */
  chosenNow(): Promise<readonly string[]>
}

/** Opens the memory of flags and settings, works with it and always closes it. */
export async function withMemory<Result>(
  flags: Flags,
  use: MemoryUse,
  work: (open: OpenMemory) => Promise<Result>,
): Promise<Result> {
  return withMemoryAt(await findMemory(flags, use), { flags, use }, work)
}

/** Like `withMemory`, with a memory that has already been located. */
export async function withMemoryAt<Result>(
  location: MemoryLocation,
  how: { readonly flags: Flags; readonly use: MemoryUse },
  work: (open: OpenMemory) => Promise<Result>,
): Promise<Result> {
  const open = await openMemory(location, how)
  return closing(open.memory, () => work(open))
}

/**
 * Runs work that indexes. If it fails because the index is damaged, runs it again. If a second look confirms the damage, first renames
 * the index, creates a new one with its folders and vectors, and says so. Never touches a file that is not an index.
 * @throws StoreError as `work` does, and `STORE_BUSY` if another program has the damaged index open
 */
export async function withMending<Result>(
  { flags, io }: { readonly flags: Flags; readonly io: Io },
  use: MemoryUse,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!StoreError.isInstance(error) || error.code !== 'STORE_CORRUPT') throw error
    const { connection } = await findMemory(flags, use)
    if (connection.server !== undefined) throw error
    const { repairStore } = await loadRepair()
    const { aside } = await repairStore(connection, { wait: lockWait })
    const advice = "Index folders again that 'recallite roots' does not list."
    const done = `The index was damaged and is being rebuilt; the damaged one was renamed to`
    if (aside !== null) io.talk(`${done} ${printable(aside)}. ${advice}\n`)
    return work()
  }
}

/**
 * Opens a memory, which the caller closes.
 * @throws UsageError; StoreError, `STORE_UNAVAILABLE` if there is no database and the command creates none
 */
export async function openMemory(
  location: MemoryLocation,
  { flags, use }: { readonly flags: Flags; readonly use: MemoryUse },
): Promise<OpenMemory> {
  const { offline: isOffline = false } = flags
  const { fills = false, livesLong } = use
  const { sources, scope, resolved } = location
  if (!mayCreate(location, use)) assertExists(location)
  if (scope.kind === 'user') await updateMirror(resolved)
  const { store, path, isReadOnly } = await openStore(location, use)
  try {
    const choose = () => chooseBackends(resolved, { store, isOffline, fills })
    const { backends, isModelMissing, ...choice } = await choose()
    const reranker = await openReranker(resolved, isOffline)
    const retrievers = loadRetrievers(resolved.settings.retrievers)
    const rules = memorySettings(resolved.settings, { livesLong, isReadOnly })
    const recall = recallSettings(resolved)
    const options = { ...choice, reranker, retrievers, recall, ...rules }
    const records = mayRecall(location, use) ? lazyRecordStore(location) : undefined
    const whole = records && hasRecordIndex(location) ? await addIndex(store, location, use) : store
    const memory = createMemory({ store: whole, records, models: backends, sources, scope, ...options })
    const chosenNow = async () => (await choose()).backends.map(({ source }) => source)
    return { ...location, memory, backends, isModelMissing, ...choice, path, chosenNow }
  } catch (error) {
    await store.close()
    throw error
  }
}

function mayCreate({ sources }: MemoryLocation, { fills, remembers, mayBegin }: MemoryUse): boolean {
  return fills === true || remembers === true || (mayBegin === true && sources.length > 0)
}

/** A long-running program may get records later. */
function mayRecall(location: MemoryLocation, { remembers, livesLong }: MemoryUse): boolean {
  return remembers === true || livesLong === true || hasRecords(location)
}

/** Opens the reranker of the settings; without one, its code is not loaded. */
async function openReranker({ settings }: ResolvedSettings, isOffline: boolean) {
  const { model, baseUrl } = settings.rerank
  if (model === undefined && baseUrl === undefined) return undefined
  const { chooseReranker } = await import('@recallite/settings/reranker')
  return chooseReranker(settings, { isOffline })
}

/**
 * Loads the retrievers that the user's settings name.
 * @param paths absolute paths of modules, each of which exports a `retriever`
 * @throws UsageError if one cannot be loaded
 */
function loadRetrievers(paths: readonly string[]): Retriever[] {
  return paths.map((path) => {
    const { retriever } = loadModule(path)
    if (typeof retriever?.find === 'function' && typeof retriever.score === 'function') return retriever
    throw new UsageError(`The module ${path} exports no retriever. Fix it, or the setting retrievers.`)
  })
}

/** Uses `require`, which also loads ES modules, because `import()` fails in the program's compiled code. */
function loadModule(path: string): { readonly retriever?: Retriever } {
  try {
    return createRequire(path)(path)
  } catch (error) {
    const reason = reasonOf(error)
    throw new UsageError(`The retriever ${path} cannot be loaded: ${reason}. Fix the setting retrievers.`)
  }
}

function assertExists({ path, scope, connection }: MemoryLocation): void {
  if (connection.server !== undefined || path === ':memory:' || existsSync(path)) return
  const advice =
    scope.kind === 'project'
      ? `To create one for ${scope.folder}, run: recallite index`
      : 'To create one, run: recallite index FOLDER'
  throw new StoreError('STORE_UNAVAILABLE', `There is no index at ${path} yet. ${advice}`)
}

/** @throws UsageError if memory is switched off */
export function assertEnabled({ settings, originOf }: ResolvedSettings): void {
  if (settings.enabled) return
  const origin = describeOrigin(originOf('enabled'))
  throw new UsageError(`Memory is switched off (enabled: false, ${origin}). Set enabled to true to use it.`)
}

/** How long an interactive command waits for another process that is indexing, in milliseconds. */
export const lockWait = 30_000

/** The options of watching, from the settings. */
export function watchOptions({ update: { debounce, interval, onBoot } }: Settings): WatchOptions {
  return { debounce, interval, syncAtOnce: onBoot }
}

/** Adds the index of records, which is in another database. Loaded only then. */
async function addIndex(store: Store, location: MemoryLocation, use: MemoryUse): Promise<Store> {
  const { addRecordIndex } = await import('./record-index.js')
  return addRecordIndex(store, location, use)
}
