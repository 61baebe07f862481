import { type BigIntStats, type Dirent, existsSync, lstatSync, readdirSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { Root } from '@recallite/store'
import { isDocumentFile, missingReader } from '../readers/document-files.js'
import { type ReaderName, readerOf, sizeReason } from '../readers/source-document.js'
import { reasonOf } from '../errors.js'
import type { ScanContext } from '../sources/merge-roots.js'
import { innerPath } from '../system-paths.js'
import { modifiedAt, stampOf } from './fingerprint.js'
import {
  folderRules,
  countPatterns,
  enterFolder,
  enterNamedFolder,
  type IgnoreRules,
  isIgnored,
} from './ignore-rules.js'
import { isPassedOver, rootScope } from './root-scope.js'

/** A file that is not indexed, and why. */
export interface SkippedFile {
  /** Relative to its root, with forward slashes. */
  readonly path: string
  readonly reason: string
  /** Whether its name is that of a text file: `--strict` only fails for these. */
  readonly isText: boolean
}

export interface ScannedFile {
  /** Relative to its root, with forward slashes. */
  readonly path: string
  readonly reader: ReaderName
  readonly stamp: string
}

export interface Scan {
  /** In path order. */
  readonly files: readonly ScannedFile[]
  readonly skipped: readonly SkippedFile[]
  /** Paths of files and folders that could not be examined; empty for the root itself. */
  readonly unreadable: readonly string[]
}

/** When a scan ends early, and which roots and limits apply. */
export interface ScanOptions {
  readonly now: () => number
  /** In milliseconds since the epoch; default never. */
  readonly deadline?: number | undefined
  /** Default: no other roots and no limits. */
  readonly context?: ScanContext | undefined
}

const entriesBetweenYields = 512

/** Testing this many patterns takes as long as the other work on an entry. */
const patternsPerEntry = 50

/** The time of some patterns grows with the square of the depth. */
const maxDepthWithPatterns = 100
const millisecondsInDay = 86_400_000
const emptyContext: ScanContext = { roots: [], unreachable: [] }

type Walk = ReturnType<typeof startWalk>

interface Folder {
  readonly path: string
  readonly rules: IgnoreRules
  /** Whether only paths that a source names are visited. */
  readonly isHidden: boolean
}

/**
 * Stage 1: walks a root and finds the files that may be documents. Does not follow links, and silently skips dot files,
 * `node_modules` and ignored files. Yields to other work. Undefined if the deadline passed.
 */
export async function scanRoot(
  root: Root,
  { now, deadline = Infinity, context = emptyContext }: ScanOptions,
): Promise<Scan | undefined> {
  const walk = startWalk(root, now(), context)
  const open = [await openFolder(walk, { path: '', rules: [], isHidden: false })]
  let count = 0
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const entry = last.entries.pop()
    if (!entry) {
      open.pop()
      continue
    }
    count += last.weight
    if (count >= entriesBetweenYields) {
      count = 0
      await setImmediate()
      if (now() >= deadline) return undefined
    }
    const inner = visit(walk, last.folder, entry)
    if (inner) open.push(await openFolder(walk, inner))
  }
  const { files, skipped, unreadable } = walk
  return { files, skipped, unreadable }
}

/** Returns the entry if it is a folder to look into. */
function visit(walk: Walk, folder: Folder, entry: Dirent): Folder | undefined {
  const path = folder.path ? `${folder.path}/${entry.name}` : entry.name
  if (entry.isDirectory()) return visitFolder(walk, entry.name, { folder, path })
  visitFile(walk, entry, { folder, path })
  return undefined
}

function startWalk(root: Root, now: number, { roots, unreachable, sessionRules }: ScanContext) {
  const days = sessionRules?.get(root.path)?.retentionDays ?? Infinity
  const files: ScannedFile[] = []
  const skipped: SkippedFile[] = []
  // A trailing slash means the contents of a folder, not a file that has replaced it.
  const unreadable = unreachable
    .map((path) => innerPath(path, root.path))
    .flatMap((path) => (path ? [`${path}/`] : []))
  return {
    kind: root.kind,
    scope: rootScope(root, roots),
    /** Files last changed before this time are skipped, in milliseconds since the epoch. */
    oldest: now - days * millisecondsInDay,
    files,
    skipped,
    unreadable,
    root: root.path,
    /** Avoids `join`, which takes as long as a file system call. */
    fullPath: (path: string) => `${root.path}/${path}`,
    skip: (path: string, reason: string, isText = true) => void skipped.push({ path, reason, isText }),
  }
}

async function openFolder(walk: Walk, folder: Folder) {
  const entries = readFolder(walk, folder.path)
  const rules = folder.isHidden ? folder.rules : await rulesIn(walk, folder, entries)
  /** The relative cost of visiting one entry. */
  const weight = 1 + countPatterns(rules) / patternsPerEntry
  return { entries: entries.toSorted(byPathBackwards), folder: { ...folder, rules }, weight }
}

async function rulesIn({ root, skip }: Walk, { path, rules: above }: Folder, entries: readonly Dirent[]) {
  const { rules, problems } = await folderRules({ root, path, entries }, above)
  for (const problem of problems) skip(problem.path, problem.reason)
  return rules
}

/** In reverse path order. A folder sorts with a trailing slash, like the paths of its files. */
function byPathBackwards(a: Dirent, b: Dirent): number {
  return pathPart(a) < pathPart(b) ? 1 : -1
}

function pathPart(entry: Dirent): string {
  return entry.isDirectory() ? `${entry.name}/` : entry.name
}

function readFolder(walk: Walk, folder: string): Dirent[] {
  try {
    return readdirSync(walk.fullPath(folder), { withFileTypes: true })
  } catch (error) {
    walk.unreadable.push(folder)
    walk.skip(folder || '.', `folder cannot be read: ${reasonOf(error)}`)
    return []
  }
}

function visitFolder(
  { scope, skip }: Walk,
  name: string,
  { folder, path }: { folder: Folder; path: string },
): Folder | undefined {
  if (!scope.hasFolder(path)) return undefined
  const { rules } = folder
  if (scope.isNamed(path)) return { path, rules: enterNamedFolder(rules, path), isHidden: false }
  if (isHiddenIn(folder, name, `${path}/`)) {
    return scope.leadsToNamed(path) ? { path, rules, isHidden: true } : undefined
  }
  if (rules.length > 0 && path.split('/').length > maxDepthWithPatterns) {
    const depth = `more than ${maxDepthWithPatterns} folders deep, with an ignore file above it`
    return void skip(path, `folder not scanned: ${depth}`)
  }
  return { path, rules: enterFolder(rules, path), isHidden: false }
}

function isHiddenIn({ isHidden, rules }: Folder, name: string, path: string): boolean {
  return isHidden || isPassedOver(name) || isIgnored(rules, path)
}

function visitFile(walk: Walk, entry: Dirent, { folder, path }: { folder: Folder; path: string }): void {
  const { scope } = walk
  if (!scope.hasFile(path)) return
  if (!scope.isNamed(path) && isHiddenIn(folder, entry.name, path)) return
  if (entry.isSymbolicLink())
    walk.skip(path, isFolder(walk.fullPath(path)) ? linkedFolder : linkedFile, scope.isText(entry.name))
  else if (!entry.isFile()) walk.skip(path, 'not a regular file', scope.isText(entry.name))
  else if (scope.isText(entry.name)) takeFile(walk, path)
  else walk.skip(path, isDocumentFile(path) ? missingReader : unknownKind, false)
}

const isFolder = (path: string) => existsSync(`${path}/.`)
const linkedFile = 'a symbolic link; links are not followed'
const linkedFolder =
  'a link to a folder; links are not followed. To search that folder, index it as well: recallite index FOLDER'
const unknownKind = 'not a text file extension (binary, whiteboard or unknown)'

function takeFile(walk: Walk, path: string): void {
  let stats: BigIntStats | undefined
  try {
    stats = lstatSync(walk.fullPath(path), { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    walk.unreadable.push(path)
    return walk.skip(path, `cannot be examined: ${reasonOf(error)}`)
  }
  if (!stats) return walk.skip(path, 'vanished, or its name is not valid UTF-8')
  const reader = readerOf(walk, path)
  const tooLarge = sizeReason(stats.size, reader)
  if (tooLarge !== undefined) return walk.skip(path, tooLarge)
  const stamp = stampOf(stats)
  if (walk.oldest === -Infinity || modifiedAt(stamp) >= walk.oldest) walk.files.push({ path, reader, stamp })
}
