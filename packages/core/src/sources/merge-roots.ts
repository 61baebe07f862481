import { basename, resolve } from 'node:path'
import { maximumGlobLength, type Root, type Store, StoreError, isWithin } from '@recallite/store'
import { innerPath, realPathOf } from '../system-paths.js'
import { escapeGlob } from './glob-text.js'
import type { SessionRules, Source, Wanted, WantedRoot } from './source.js'
import { wantedRoots } from './wanted-roots.js'
import { type Stats, statSync } from 'node:fs'
import { MemoryError, reasonOf } from '../errors.js'

/** The glob that matches all files of a folder. */
const everything = '**'

/** What the scan of one root has to know of the other roots and of the sources. */
export interface ScanContext {
  /** All roots: the scan of a root leaves out other roots that lie inside it. */
  readonly roots: readonly Root[]
  /** Absolute paths of folders that are not there now, and whose documents stay in the index. */
  readonly unreachable: readonly string[]
  /** The rules that the sources set for transcripts, by the root's path. */
  readonly sessionRules?: ReadonlyMap<string, SessionRules> | undefined
}

/** Whether a root contains all documents of its folder. */
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
 * Merges wanted folders into roots: one that lies in a root of documents becomes part of it, the others become roots. Pure.
 * Outer folders are merged first, so that their order makes no difference.
 * @returns all roots, new ones at the end, and those that contain the wanted ones
 */
export function mergeRoots(known: readonly Root[], wanted: readonly WantedRoot[]) {
  const roots = new Map(known.map((root) => [root.path, root]))
  const used = new Set<string>()
  for (const each of wanted.toSorted((a, b) => a.path.length - b.path.length)) {
    const root = mergeRoot([...roots.values()], each)
    roots.set(root.path, root)
    used.add(root.path)
  }
  const all = [...roots.values()]
  return { roots: all, wanted: all.filter(({ path }) => used.has(path)) }
}

/** The scan context of sources that are roots already. */
export async function scanContextOf(store: Pick<Store, 'listRoots' | 'within'>, sources: readonly Source[]) {
  return toScanContext(await store.listRoots(), wantedRoots(sources, store.within))
}

/** Makes sources roots, or part of the roots that contain them. Rejects with StoreError. */
export async function addSources(store: Store, sources: readonly Source[]) {
  const known = await store.listRoots()
  const wanted = wantedRoots(sources, store.within)
  const roots = await writeRoots(store, known, mergeRoots(known, wanted.roots).roots)
  return { ...wanted, ...toScanContext(roots, wanted) }
}

/** Writes the roots that differ from the known ones; returns all as the store keeps them. */
async function writeRoots(store: Store, known: readonly Root[], roots: readonly Root[]) {
  const written: Root[] = []
  for (const root of roots) {
    const before = known.find(({ path }) => path === root.path)
    if (!before) written.push(await addRoot(store, root))
    else {
      if (before !== root) await store.putRoot(root)
      written.push(root)
    }
  }
  return written
}

/** Adds a root under the wanted name, or the first free one of name-2, name-3 and so on; returns the root as it is kept. */
async function addRoot(store: Store, wanted: Root): Promise<Root> {
  const taken = new Set<string>()
  for (;;) {
    const known = await store.listRoots()
    const present = known.find(({ path }) => path === wanted.path)
    if (present) return present
    for (const { name } of known) taken.add(name)
    const root = { ...wanted, name: freeName(wanted.name, taken) }
    try {
      await store.putRoot(root, { isNew: true })
      return root
    } catch (error) {
      // Another process has just taken the name, or a root has it that a confined store does not show.
      if (!StoreError.isInstance(error) || error.code !== 'STORE_ROOT_EXISTS') throw error
      taken.add(root.name)
    }
  }
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted.replaceAll(':', '-').trim() || 'root'
  let name = base
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`
  return name
}

/**
 * The roots that `addSources` would add or change. Examines the paths that the sources name, and not what is in them. Rejects
 * with StoreError.
 */
export async function unindexedRoots(store: Pick<Store, 'listRoots' | 'within'>, sources: readonly Source[]) {
  const known = await store.listRoots()
  return mergeRoots(known, wantedRoots(sources, store.within).roots).roots.filter(
    (root) => !known.includes(root),
  )
}

/** The root for a wanted folder: a known root, to which globs may be added, or a new root. */
function mergeRoot(roots: readonly Root[], wanted: WantedRoot): Root {
  const present = roots.find(({ path }) => path === wanted.path)
  if (present) return atSamePath(present, wanted)
  const around = wanted.kind === 'sessions' ? undefined : rootAround(wanted.path, roots)
  const globs = around && globsInside(around, wanted)
  // A glob above the maximum length would match nothing: the folder then becomes a root of its own inside the other root.
  if (!around || globs?.some((glob) => glob.length > maximumGlobLength)) return newRoot(wanted)
  return widened(around, globs ?? [])
}

function atSamePath(present: Root, { kind, include = [everything], description }: WantedRoot): Root {
  if (present.kind === 'sessions') return present
  if (kind === 'sessions') return { ...present, kind, include: undefined }
  const root = widened(present, include)
  return description === undefined || root.description ? root : { ...root, description }
}

/** A root with more globs. Even an unlimited root keeps them, because ignore files do not hide paths that a source names. */
function widened(root: Root, globs: readonly string[]): Root {
  const before = root.include ?? []
  const include = [...new Set([...(before.length > 0 ? before : [everything]), ...globs])]
  return include.length === Math.max(before.length, 1) ? root : { ...root, include }
}

function globsInside(root: Root, { path, include = [everything] }: WantedRoot): string[] {
  const prefix = escapeGlob(innerPath(path, root.path) ?? '')
  return include.map((glob) => `${prefix}/${glob}`)
}

function newRoot({ path, kind, include, description }: WantedRoot): Root {
  const name = basename(path) || 'root'
  return {
    name,
    path,
    ...(kind && { kind }),
    ...(include && { include }),
    ...(description && { description }),
  }
}

function toScanContext(roots: readonly Root[], { roots: wanted, unreachable }: Wanted): ScanContext {
  const sessionRules = new Map(wanted.map((root) => [root.path, root] as const))
  return { roots, unreachable, sessionRules }
}

/** In characters, for messages. */
const longestShown = 80

/**
 * Makes folders roots, or finds the roots that they are already; all of them, or none. A root that contains only some of its
 * files gets all of them, or all of the named folder.
 * @throws MemoryError `FOLDER_NOT_FOUND`, `FOLDER_OUTSIDE`, `ROOT_OVERLAPS`
 */
export async function addFolders(store: Store, folders: readonly string[]): Promise<Root[]> {
  const known = await store.listRoots()
  let roots: readonly Root[] = known
  const used = new Set<string>()
  for (const path of new Set(folders.map(realFolder))) {
    refuseOutside(path, store)
    if (!roots.some((root) => root.path === path)) refuseOverlap(path, roots)
    const merged = mergeRoots(roots, [{ path }])
    roots = merged.roots
    for (const root of merged.wanted) used.add(root.path)
  }
  const written = await writeRoots(store, known, roots)
  return written.filter(({ path }) => used.has(path))
}

function realFolder(folder: string): string {
  if (folder.trim() === '') throw new MemoryError('FOLDER_NOT_FOUND', 'The name of the folder is empty.')
  const path = resolve(folder)
  const stats = folderStats(path)
  if (!stats) throw new MemoryError('FOLDER_NOT_FOUND', `${path} does not exist. Name a folder of notes.`)
  if (!stats.isDirectory()) {
    throw new MemoryError('FOLDER_NOT_FOUND', `${path} is not a folder. Name the folder that it is in.`)
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
      : `cannot be looked at: ${reasonOf(cause)}`
    const named = isTooLong ? `${path.slice(0, longestShown)}…` : path
    throw new MemoryError('FOLDER_NOT_FOUND', `${named} ${reason}. Name another folder of notes.`, { cause })
  }
}

function refuseOutside(path: string, { within }: Store): void {
  if (within === undefined || isWithin(within, path)) return
  throw new MemoryError(
    'FOLDER_OUTSIDE',
    `${path} lies outside of ${within}, and the database that came with that folder holds only what lies in it. Trust the folder (recallite trust ${within}), or use another database (--db).`,
  )
}

function refuseOverlap(path: string, roots: readonly Root[]): void {
  const around = rootAround(path, roots)
  if (around && isUnlimited(around)) {
    throw new MemoryError(
      'ROOT_OVERLAPS',
      `${path} lies inside the root ${around.name} (${around.path}), which has its files already. Index that root instead.`,
    )
  }
  const within = roots.find((root) => isUnlimited(root) && innerPath(root.path, path))
  if (within) {
    throw new MemoryError(
      'ROOT_OVERLAPS',
      `${path} holds the root ${within.name} (${within.path}). Remove that root first ('recallite roots remove ${within.name}'), or use another database.`,
    )
  }
}
