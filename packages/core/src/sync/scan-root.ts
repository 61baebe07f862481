import { lstatSync, readdirSync, type BigIntStats, type Dirent } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { formatOf } from '@recallite/chunker/formats'
import { reasonOf } from '../reason-of.js'
import { stampOf } from './stamp.js'

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

/** When to give a walk up. */
export interface ScanOptions {
  readonly now: () => number
  /** In milliseconds since the epoch; default never. */
  readonly deadline?: number | undefined
}

/** Larger files are no notes; they are skipped with a reason. */
const maximumFileBytes = 10 * 1024 * 1024

/** Why an index skips a file of that many bytes, for people to read; undefined if it is not too large. */
export function sizeReason(bytes: bigint): string | undefined {
  return bytes > maximumFileBytes ? `larger than ${maximumFileBytes / 1024 / 1024} MB` : undefined
}

const entriesBetweenBreaths = 512

interface Walk {
  readonly root: string
  readonly files: ScannedFile[]
  readonly skipped: SkippedFile[]
  readonly unreadable: string[]
  entries: number
}

/**
 * Whether an index passes over files and folders of that name, wherever they are, without a word: dot files, dot folders
 * and installed packages (`node_modules`) hold nobody's notes.
 */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/** Whether an index takes files of that name for texts; it skips all others, whatever they hold. */
export function isTextName(name: string): boolean {
  return formatOf(name) !== null
}

function skipReason(entry: Dirent, stats: BigIntStats | undefined): string | undefined {
  if (entry.isSymbolicLink()) return 'a symbolic link; links are not followed'
  if (!entry.isFile()) return 'not a regular file'
  if (!stats) return 'vanished, or its name is not valid UTF-8'
  return sizeReason(stats.size)
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

function visitFile(walk: Walk, entry: Dirent, path: string): void {
  const isText = isTextName(entry.name)
  if (!isText && entry.isFile()) {
    walk.skipped.push({ path, reason: 'not Markdown, text or code by its name (binary or unknown)', isText })
    return
  }
  const stats = entry.isFile() ? lookAt(walk, path) : undefined
  if (stats === 'unreadable') return
  const reason = skipReason(entry, stats)
  if (reason !== undefined) walk.skipped.push({ path, reason, isText })
  else if (stats) walk.files.push({ path, stamp: stampOf(stats) })
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

/**
 * Walks a root and lists what may be indexed, in the order of paths. Links are not followed, dot files and
 * `node_modules` are passed over without a word. Lets other work run in between. Undefined if it took too long.
 */
export async function scanRoot(
  root: string,
  { now, deadline = Infinity }: ScanOptions,
): Promise<Scan | undefined> {
  const walk: Walk = { root, files: [], skipped: [], unreadable: [], entries: 0 }
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readFolder(walk, folder)) {
      walk.entries += 1
      if (walk.entries % entriesBetweenBreaths === 0) {
        await setImmediate()
        if (now() >= deadline) return undefined
      }
      if (isPassedOver(entry.name)) continue
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.isDirectory()) folders.push(path)
      else visitFile(walk, entry, path)
    }
  }
  return { ...walk, files: walk.files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}
