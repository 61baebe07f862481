import { lstatSync, readdirSync, type BigIntStats, type Dirent } from 'node:fs'
import { sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Root } from '@recallite/store'
import { isInside } from '../is-inside.js'
import { readerOf, type ReaderName } from '../readers/reader-of.js'
import type { GrowthLimits } from '../readers/sessions/is-worth-reading.js'
import { sizeReason } from '../readers/size-limits.js'
import { reasonOf } from '../reason-of.js'
import { folderRules } from './ignore/folder-rules.js'
import {
  countPatterns,
  enterFolder,
  enterNamedFolder,
  isIgnored,
  type IgnoreRules,
} from './ignore/ignore-rules.js'
import { rootScope, type RootScope } from './root-scope.js'
import { modifiedAt, stampOf } from './stamp.js'
import { isPassedOver } from './text-name.js'

/** A file that is not indexed, and why. */
export interface SkippedFile {
  /** Relative to its root, with forward slashes. */
  readonly path: string
  readonly reason: string
  /** Whether its name promised a text: `--strict` minds those, and not every picture in a folder. */
  readonly isText: boolean
}

/** A file that may be a document. */
export interface ScannedFile {
  readonly path: string
  readonly stamp: string
}

/** What a walk through a root saw. */
export interface Scan {
  readonly files: readonly ScannedFile[]
  readonly skipped: readonly SkippedFile[]
  /** Files and folders that could not be looked at (empty for the root): nothing is known of them and what is inside. */
  readonly unreadable: readonly string[]
}

/** What is to be known of the other roots and of the sources, to scan one root. */
export interface Surroundings {
  /** All roots: those that lie in the one that is scanned are passed over. */
  readonly roots: readonly Root[]
  /** Absolute paths of folders that are not there, and of which what is known is kept. */
  readonly unreachable: readonly string[]
  /** For how many days after they were last written to the transcripts of a root are documents, by the root's path. */
  readonly retentionDays: ReadonlyMap<string, number>
  /** How much has to be new in a transcript before a patient sync reads it again, by the root's path. */
  readonly growthLimits?: ReadonlyMap<string, GrowthLimits> | undefined
}

/** When to give a walk up, and what else there is. */
export interface ScanOptions {
  readonly now: () => number
  /** In milliseconds since the epoch; default never. */
  readonly deadline?: number | undefined
  /** Default: nothing. */
  readonly surroundings?: Surroundings | undefined
}

const entriesBetweenBreaths = 512
/** So many take as long as what else is done about an entry. */
const patternsPerEntry = 50
/** Some patterns take as long as the square of this. */
const deepestWithPatterns = 100
const millisecondsInDay = 86_400_000
const alone: Surroundings = { roots: [], unreachable: [], retentionDays: new Map() }

interface Walk {
  readonly root: string
  readonly kind: Root['kind']
  readonly scope: RootScope
  /** What was last written to before, in milliseconds since the epoch, is too old. */
  readonly oldest: number
  readonly folders: Folder[]
  readonly files: ScannedFile[]
  readonly skipped: SkippedFile[]
  readonly unreadable: string[]
}

interface Folder {
  readonly path: string
  readonly rules: IgnoreRules | undefined
  /** Whether it is passed over but for what was named in it. */
  readonly isHidden: boolean
}

function skipReason(entry: Dirent, stats: BigIntStats | undefined, reader: ReaderName): string | undefined {
  if (entry.isSymbolicLink()) return 'a symbolic link; links are not followed'
  if (!entry.isFile()) return 'not a regular file'
  if (!stats) return 'vanished, or its name is not valid UTF-8'
  return sizeReason(stats.size, reader)
}

/** Not by `join`, which takes as long as the file system does to look at a file. */
function within({ root }: Walk, path: string): string {
  return `${root}/${path}`
}

function lookAt(walk: Walk, path: string): BigIntStats | undefined | 'unreadable' {
  try {
    return lstatSync(within(walk, path), { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    walk.unreadable.push(path)
    walk.skipped.push({ path, reason: `cannot be looked at: ${reasonOf(error)}`, isText: true })
    return 'unreadable'
  }
}

function takeFile(walk: Walk, entry: Dirent, path: string): void {
  const isText = walk.scope.isText(entry.name)
  if (!isText && entry.isFile()) {
    walk.skipped.push({
      path,
      reason: 'not Markdown, a page, text or code by its name (binary or unknown)',
      isText,
    })
    return
  }
  const stats = entry.isFile() ? lookAt(walk, path) : undefined
  if (stats === 'unreadable') return
  const reason = skipReason(entry, stats, readerOf(walk, path))
  if (reason !== undefined) walk.skipped.push({ path, reason, isText })
  else if (stats) {
    const stamp = stampOf(stats)
    if (modifiedAt(stamp) >= walk.oldest) walk.files.push({ path, stamp })
  }
}

function isHiddenIn({ isHidden, rules }: Folder, name: string, path: string): boolean {
  return isHidden || isPassedOver(name) || (rules !== undefined && isIgnored(rules, path))
}

function visitFile(walk: Walk, entry: Dirent, { folder, path }: { folder: Folder; path: string }): void {
  if (!walk.scope.hasFile(path)) return
  if (walk.scope.isNamed(path) || !isHiddenIn(folder, entry.name, path)) takeFile(walk, entry, path)
}

function enter(walk: Walk, path: string, rules: IgnoreRules | undefined): void {
  if (rules && path.split('/').length > deepestWithPatterns) {
    const reason = `folder not looked into: more than ${deepestWithPatterns} folders deep, with an ignore file above it`
    walk.skipped.push({ path, reason, isText: true })
  } else walk.folders.push({ path, rules: rules && enterFolder(rules, path), isHidden: false })
}

function visitFolder(walk: Walk, name: string, { folder, path }: { folder: Folder; path: string }): void {
  const { scope, folders } = walk
  if (!scope.hasFolder(path)) return
  const { rules } = folder
  if (scope.isNamed(path)) {
    folders.push({ path, rules: rules && enterNamedFolder(rules, path), isHidden: false })
  } else if (!isHiddenIn(folder, name, `${path}/`)) enter(walk, path, rules)
  else if (scope.leadsToNamed(path)) folders.push({ path, rules, isHidden: true })
}

function readFolder(walk: Walk, folder: string): Dirent[] {
  try {
    return readdirSync(within(walk, folder), { withFileTypes: true })
  } catch (error) {
    walk.unreadable.push(folder)
    walk.skipped.push({
      path: folder || '.',
      reason: `folder cannot be read: ${reasonOf(error)}`,
      isText: true,
    })
    return []
  }
}

function startWalk(root: Root, now: number, { roots, unreachable, retentionDays }: Surroundings): Walk {
  const days = retentionDays.get(root.path) ?? Infinity
  return {
    root: root.path,
    kind: root.kind,
    scope: rootScope(root, roots),
    oldest: now - days * millisecondsInDay,
    folders: [{ path: '', rules: undefined, isHidden: false }],
    files: [],
    skipped: [],
    // What is in them, and not what may stand at their paths.
    unreadable: unreachable
      .filter((path) => isInside(path, root.path, sep))
      .map((path) => `${path.slice(root.path.length + 1).replaceAll(sep, '/')}/`),
  }
}

/** The entries of a folder, and the folder with the rules that hold in it. */
async function openFolder(walk: Walk, folder: Folder): Promise<{ entries: Dirent[]; folder: Folder }> {
  const entries = readFolder(walk, folder.path)
  if (folder.isHidden) return { entries, folder }
  const { root } = walk
  const { rules, troubles } = await folderRules({ root, path: folder.path, entries }, folder.rules)
  walk.skipped.push(...troubles)
  return { entries, folder: { ...folder, rules } }
}

/**
 * Walks a root and lists what may be indexed, in the order of paths. Links are not followed; dot files, `node_modules` and
 * what `.gitignore` and `.recalliteignore` name are passed over without a word. Lets other work run in between. Undefined
 * if it took too long.
 */
export async function scanRoot(
  root: Root,
  { now, deadline = Infinity, surroundings = alone }: ScanOptions,
): Promise<Scan | undefined> {
  const walk = startWalk(root, now(), surroundings)
  let count = 0
  for (let next = walk.folders.pop(); next !== undefined; next = walk.folders.pop()) {
    const { entries, folder } = await openFolder(walk, next)
    // Every pattern is work.
    const weight = 1 + countPatterns(folder.rules) / patternsPerEntry
    for (const entry of entries) {
      count += weight
      if (count >= entriesBetweenBreaths) {
        count = 0
        await setImmediate()
        if (now() >= deadline) return undefined
      }
      const path = folder.path ? `${folder.path}/${entry.name}` : entry.name
      if (entry.isDirectory()) visitFolder(walk, entry.name, { folder, path })
      else visitFile(walk, entry, { folder, path })
    }
  }
  return { ...walk, files: walk.files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}
