import { basename, resolve } from 'node:path'
import { maximumGlobLength, type Root, type Store, StoreError, isWithin } from '@recallite/store'
import { innerPath, realPathOf } from '../system-paths.js'
import { escapeGlob } from './glob-text.js'
import type { SessionRules, Source, ResolvedSources, SourceRoot } from './source.js'
import { resolveSources } from './resolve-sources.js'
import { type Stats, statSync } from 'node:fs'
import { MemoryError, reasonOf } from '../errors.js'

/** The glob that matches all files of a folder. */
const everything = '**'

/** The other roots and the sources, for the scan of one root. */
export interface ScanContext {
  /** All roots: the scan of a root leaves out roots inside it. */
  readonly roots: readonly Root[]
  /** Absolute paths of folders that do not exist now, but whose documents stay in the index. */
  readonly unreachable: readonly string[]
  /** By the root's path. */
  readonly sessionRules?: ReadonlyMap<string, SessionRules> | undefined
}

/** Whether a root contains all documents in its folder. */
export function isUnlimited({ kind, include = [] }: Root): boolean {
  return kind !== 'sessions' && (include.length === 0 || include.includes(everything))
}

/** The nearest root of documents around a path. */
function rootAround(path: string, roots: readonly Root[]): Root | undefined {
  return roots
    .filter((root) => root.kind !== 'sessions' && innerPath(path, root.path))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}

/**
 * Merges folders into roots: a folder inside a root of documents becomes part of it, others become roots. Outer folders are merged
 * first, so that their order makes no difference. Pure.
 * @returns all roots, new ones last, and those that contain the folders
 */
export function mergeRoots(present: readonly Root[], folders: readonly SourceRoot[]) {
  const roots = new Map(present.map((root) => [root.path, root]))
  const used = new Set<string>()
  for (const folder of folders.toSorted((a, b) => a.path.length - b.path.length)) {
    const root = mergeRoot([...roots.values()], folder)
    roots.set(root.path, root)
    used.add(root.path)
  }
  const all = [...roots.values()]
  return { roots: all, used: all.filter(({ path }) => used.has(path)) }
}

export async function scanContextOf(store: Pick<Store, 'listRoots' | 'within'>, sources: readonly Source[]) {
  return toScanContext(await store.listRoots(), resolveSources(sources, store.within))
}

/** Adds sources to the roots that contain them, or as new roots. Rejects with StoreError. */
export async function addSources(store: Store, sources: readonly Source[]) {
  const before = await store.listRoots()
  const resolved = resolveSources(sources, store.within)
  const roots = await writeRoots(store, before, mergeRoots(before, resolved.roots).roots)
  return { ...resolved, ...toScanContext(roots, resolved) }
}

/** Writes the roots that have changed; returns all as they are stored. */
async function writeRoots(store: Store, before: readonly Root[], roots: readonly Root[]) {
  const written: Root[] = []
  for (const root of roots) {
    const isNew = !before.some(({ path }) => path === root.path)
    if (!isNew && !before.includes(root)) await store.putRoot(root)
    written.push(isNew ? await addRoot(store, root) : root)
  }
  return written
}

/** Adds a root under its name, or the first free one of name-2, name-3 and so on; returns it as it is stored. */
async function addRoot(store: Store, added: Root): Promise<Root> {
  const taken = new Set<string>()
  for (;;) {
    const roots = await store.listRoots()
    const present = roots.find(({ path }) => path === added.path)
    if (present) return present
    for (const { name } of roots) taken.add(name)
    const root = { ...added, name: freeName(added.name, taken) }
    try {
      await store.putRoot(root, { isNew: true })
      return root
    } catch (error) {
      // Another process has just taken the name, or it is that of a root which a confined store hides.
      if (!StoreError.isInstance(error) || error.code !== 'STORE_ROOT_EXISTS') throw error
      taken.add(root.name)
    }
  }
}

function freeName(preferred: string, taken: ReadonlySet<string>): string {
  const base = preferred.replaceAll(':', '-').trim() || 'root'
  let name = base
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`
  return name
}

/** The roots that `addSources` would add or change. Does not read folders. Rejects with StoreError. */
export async function unindexedRoots(store: Pick<Store, 'listRoots' | 'within'>, sources: readonly Source[]) {
  const roots = await store.listRoots()
  const merged = mergeRoots(roots, resolveSources(sources, store.within).roots)
  return merged.roots.filter((root) => !roots.includes(root))
}

/** The root of a folder: an existing one, perhaps with more globs, or a new one. */
function mergeRoot(roots: readonly Root[], folder: SourceRoot): Root {
  const present = roots.find(({ path }) => path === folder.path)
  if (present) return atSamePath(present, folder)
  const around = folder.kind === 'sessions' ? undefined : rootAround(folder.path, roots)
  const globs = around && globsInside(around, folder)
  // A glob above the maximum length would match nothing, so the folder becomes a separate root inside the other one.
  if (!around || globs?.some((glob) => glob.length > maximumGlobLength)) return newRoot(folder)
  return widened(around, globs ?? [])
}

function atSamePath(present: Root, folder: SourceRoot): Root {
  const { kind, include = [everything], description } = folder
  if (kind === 'sessions') return sessionsRoot(present, folder)
  if (present.kind === 'sessions') return present
  const root = widened(present, include)
  return description === undefined || root.description ? root : { ...root, description }
}

/** The root of transcripts at a path, with the globs of the latest source. */
function sessionsRoot(present: Root, { include }: SourceRoot): Root {
  const isSame = present.kind === 'sessions' && String(present.include ?? []) === String(include ?? [])
  return isSame ? present : { ...present, kind: 'sessions', include }
}

/** A root with more globs. An unlimited root has globs too, because ignore files do not hide paths that a source names. */
function widened(root: Root, globs: readonly string[]): Root {
  const before = root.include ?? []
  const include = [...new Set([...(before.length > 0 ? before : [everything]), ...globs])]
  return include.length === Math.max(before.length, 1) ? root : { ...root, include }
}

function globsInside(root: Root, { path, include = [everything] }: SourceRoot): string[] {
  const prefix = escapeGlob(innerPath(path, root.path) ?? '')
  return include.map((glob) => `${prefix}/${glob}`)
}

function newRoot({ path, kind, include, description, name = basename(path) || 'root' }: SourceRoot): Root {
  return {
    name,
    path,
    ...(kind && { kind }),
    ...(include && { include }),
    ...(description && { description }),
  }
}

function toScanContext(roots: readonly Root[], resolved: ResolvedSources): ScanContext {
  const sessionRules = new Map(resolved.roots.map((root) => [root.path, root] as const))
  return { roots, unreachable: resolved.unreachable, sessionRules }
}

/** Maximum characters of a path in messages. */
const maxPathLength = 80

/**
 * Adds folders as roots, all or none, and returns the roots that contain them. A root that has only some of the files in a folder
 * gets all of them.
 * @throws MemoryError `FOLDER_NOT_FOUND`, `FOLDER_OUTSIDE`, `ROOT_OVERLAPS`
 */
export async function addFolders(store: Store, folders: readonly string[]): Promise<Root[]> {
  const before = await store.listRoots()
  let roots: readonly Root[] = before
  const used = new Set<string>()
  for (const path of new Set(folders.map(realFolder))) {
    refuseOutside(path, store)
    if (!roots.some((root) => root.path === path)) refuseOverlap(path, roots)
    const merged = mergeRoots(roots, [{ path }])
    roots = merged.roots
    for (const root of merged.used) used.add(root.path)
  }
  const written = await writeRoots(store, before, roots)
  return written.filter(({ path }) => used.has(path))
}

function realFolder(folder: string): string {
  if (folder.trim() === '') throw new MemoryError('FOLDER_NOT_FOUND', 'The name of the folder is empty.')
  const path = resolve(folder)
  const stats = folderStats(path)
  if (!stats) throw new MemoryError('FOLDER_NOT_FOUND', `${path} does not exist. Name a folder of notes.`)
  if (!stats.isDirectory()) {
    throw new MemoryError('FOLDER_NOT_FOUND', `${path} is not a folder. Name the folder that contains it.`)
  }
  return realPathOf(path) ?? path
}

function folderStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (cause) {
    const isTooLong = (cause as NodeJS.ErrnoException).code === 'ENAMETOOLONG'
    const reason = isTooLong
      ? 'is a path that is too long for this system'
      : `cannot be examined: ${reasonOf(cause)}`
    const named = isTooLong ? `${path.slice(0, maxPathLength)}…` : path
    throw new MemoryError('FOLDER_NOT_FOUND', `${named} ${reason}. Name another folder of notes.`, { cause })
  }
}

function refuseOutside(path: string, { within }: Store): void {
  if (within === undefined || isWithin(within, path)) return
  throw new MemoryError(
    'FOLDER_OUTSIDE',
    `${path} is outside ${within}, and the database that came with that folder is limited to its contents. Trust the folder (recallite trust ${within}), or use another database (--db).`,
  )
}

function refuseOverlap(path: string, roots: readonly Root[]): void {
  const around = rootAround(path, roots)
  if (around && isUnlimited(around)) {
    throw new MemoryError(
      'ROOT_OVERLAPS',
      `${path} is inside the root ${around.name} (${around.path}), which already contains its files. Index that root instead.`,
    )
  }
  const within = roots.find((root) => isUnlimited(root) && innerPath(root.path, path))
  if (within) {
    throw new MemoryError(
      'ROOT_OVERLAPS',
      `${path} contains the root ${within.name} (${within.path}). Remove that root first ('recallite roots remove ${within.name}'), or use another database.`,
    )
  }
}
