import { type BigIntStats, type Dirent, lstatSync, readdirSync } from 'node:fs'
import { sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Root } from '@recallite/store'
import { isInside } from '../inside-root.js'
import { type ReaderName, readerOf, sizeReason } from '../readers/source-document.js'
import { reasonOf } from '../reason-of.js'
import type { ScanContext } from '../sources/merge-roots.js'
import { modifiedAt, stampOf } from './fingerprint.js'
import { folderRules } from './ignore-files.js'
import { countPatterns, enterFolder, enterNamedFolder, type IgnoreRules, isIgnored } from './ignore-rules.js'
import { isPassedOver, rootScope } from './root-scope.js'

/** A file that is not indexed, and why. */
export interface SkippedFile {
  /** Relative to its root, with forward slashes. */
  readonly path: string
  readonly reason: string
  /** Whether it is a text by its name: `--strict` fails for those, and not for pictures. */
  readonly isText: boolean
}

/** A file that may be a document. */
export interface ScannedFile {
  /** Relative to its root, with forward slashes. */
  readonly path: string
  readonly reader: ReaderName
  readonly stamp: string
}

/** What a scan of a root found. */
export interface Scan {
  readonly files: readonly ScannedFile[]
  readonly skipped: readonly SkippedFile[]
  /** Files and folders that could not be examined (empty for the root): nothing is known of them and of what is inside. */
  readonly unreadable: readonly string[]
}

/** When a scan ends early, and what it has to respect outside of its root. */
export interface ScanOptions {
  readonly now: () => number
  /** In milliseconds since the epoch; default never. */
  readonly deadline?: number | undefined
  /** Default: no other roots and no limits. */
  readonly context?: ScanContext | undefined
}

const entriesBetweenYields = 512

/** Testing this many patterns takes as long as the rest of the work on an entry. */
const patternsPerEntry = 50

/** The time of some patterns grows with the square of the depth. */
const deepestWithPatterns = 100
const millisecondsInDay = 86_400_000
const emptyContext: ScanContext = { roots: [], unreachable: [] }

type Walk = ReturnType<typeof startWalk>

interface Folder {
  readonly path: string
  readonly rules: IgnoreRules
  /** Whether it is excluded except for what a source names in it. */
  readonly isHidden: boolean
}

/**
 * Stage 1: walks a root and lists the files that may be documents, in the order of their paths. Does not follow links; leaves
 * out dot files, `node_modules` and what `.gitignore` and `.recalliteignore` name without reporting them. Yields to other
 * work in between. Undefined if the deadline passed.
 */
export async function scanRoot(
  root: Root,
  { now, deadline = Infinity, context = emptyContext }: ScanOptions,
): Promise<Scan | undefined> {
  const walk = startWalk(root, now(), context)
  let count = 0
  for (let next = walk.folders.pop(); next !== undefined; next = walk.folders.pop()) {
    const { entries, folder } = await openFolder(walk, next)
    const weight = 1 + countPatterns(folder.rules) / patternsPerEntry
    for (const entry of entries) {
      count += weight
      if (count >= entriesBetweenYields) {
        count = 0
        await setImmediate()
        if (now() >= deadline) return undefined
      }
      const path = folder.path ? `${folder.path}/${entry.name}` : entry.name
      if (entry.isDirectory()) visitFolder(walk, entry.name, { folder, path })
      else visitFile(walk, entry, { folder, path })
    }
  }
  const { files, skipped, unreadable } = walk
  return { files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), skipped, unreadable }
}

function startWalk(root: Root, now: number, { roots, unreachable, sessionRules }: ScanContext) {
  const days = sessionRules?.get(root.path)?.retentionDays ?? Infinity
  const folders: Folder[] = [{ path: '', rules: [], isHidden: false }]
  const files: ScannedFile[] = []
  const skipped: SkippedFile[] = []
  // With a slash: what is in them, and not a file that may have taken their path.
  const unreadable = unreachable
    .filter((path) => isInside(path, root.path, sep))
    .map((path) => `${path.slice(root.path.length + 1).replaceAll(sep, '/')}/`)
  return {
    kind: root.kind,
    scope: rootScope(root, roots),
    /** Files last changed before this are too old, in milliseconds since the epoch. */
    oldest: now - days * millisecondsInDay,
    folders,
    files,
    skipped,
    unreadable,
    root: root.path,
    /** Not with `join`, which takes as long as a file system call. */
    fullPath: (path: string) => `${root.path}/${path}`,
    skip: (path: string, reason: string, isText = true) => void skipped.push({ path, reason, isText }),
  }
}

async function openFolder(walk: Walk, folder: Folder): Promise<{ entries: Dirent[]; folder: Folder }> {
  const entries = readFolder(walk, folder.path)
  if (folder.isHidden) return { entries, folder }
  const { root } = walk
  const { rules, problems } = await folderRules({ root, path: folder.path, entries }, folder.rules)
  for (const { path, reason } of problems) walk.skip(path, reason)
  return { entries, folder: { ...folder, rules } }
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

function visitFolder(walk: Walk, name: string, { folder, path }: { folder: Folder; path: string }): void {
  const { scope, folders } = walk
  if (!scope.hasFolder(path)) return
  const { rules } = folder
  if (scope.isNamed(path)) {
    folders.push({ path, rules: enterNamedFolder(rules, path), isHidden: false })
  } else if (isHiddenIn(folder, name, `${path}/`)) {
    if (scope.leadsToNamed(path)) folders.push({ path, rules, isHidden: true })
  } else if (rules.length > 0 && path.split('/').length > deepestWithPatterns) {
    const depth = `more than ${deepestWithPatterns} folders deep, with an ignore file above it`
    walk.skip(path, `folder not looked into: ${depth}`)
  } else folders.push({ path, rules: enterFolder(rules, path), isHidden: false })
}

function isHiddenIn({ isHidden, rules }: Folder, name: string, path: string): boolean {
  return isHidden || isPassedOver(name) || isIgnored(rules, path)
}

function visitFile(walk: Walk, entry: Dirent, { folder, path }: { folder: Folder; path: string }): void {
  const { scope } = walk
  if (!scope.hasFile(path)) return
  if (!scope.isNamed(path) && isHiddenIn(folder, entry.name, path)) return
  if (entry.isSymbolicLink())
    walk.skip(path, 'a symbolic link; links are not followed', scope.isText(entry.name))
  else if (!entry.isFile()) walk.skip(path, 'not a regular file', scope.isText(entry.name))
  else if (scope.isText(entry.name)) takeFile(walk, path)
  else walk.skip(path, 'not Markdown, a page, text or code by its name (binary or unknown)', false)
}

function takeFile(walk: Walk, path: string): void {
  let stats: BigIntStats | undefined
  try {
    stats = lstatSync(walk.fullPath(path), { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    walk.unreadable.push(path)
    return walk.skip(path, `cannot be looked at: ${reasonOf(error)}`)
  }
  if (!stats) return walk.skip(path, 'vanished, or its name is not valid UTF-8')
  const reader = readerOf(walk, path)
  const tooLarge = sizeReason(stats.size, reader)
  if (tooLarge !== undefined) return walk.skip(path, tooLarge)
  const stamp = stampOf(stats)
  if (modifiedAt(stamp) >= walk.oldest) walk.files.push({ path, reader, stamp })
}
