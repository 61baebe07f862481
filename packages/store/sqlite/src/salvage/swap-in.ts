import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { databaseFiles } from '../store-files.js'

/** Where a new database is made before it comes into its place. */
export interface WorkFolder {
  /** To be made by SQLite. */
  readonly made: string
  /** One that an earlier repair had finished, and that did not come into its place; undefined without one. */
  readonly leftover: string | undefined
  /** Removes everything in it. */
  remove(): void
  /** The same after a failure; a finished database in it stays for the next repair. */
  abandon(): void
}

const names = { made: 'new.sqlite', ready: 'ready.sqlite', leftover: 'leftover.sqlite' } as const

const folderOf = (path: string): string => `${path}.repair`

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** A database that an earlier repair had ready, under a name where it is not in the way. */
function keepLeftover(folder: string): string | undefined {
  const [ready, leftover] = [join(folder, names.ready), join(folder, names.leftover)]
  const isReady = lstatSync(ready, { throwIfNoEntry: false })?.isFile() ?? false
  if (isReady) renameSync(ready, leftover)
  const isThere = lstatSync(leftover, { throwIfNoEntry: false })?.isFile() ?? false
  return isThere ? leftover : undefined
}

/**
 * Makes an empty folder beside a database, for whoever holds the database's lock: what is there is left over from a repair
 * that was killed. A link in its place is removed, and not what it leads to.
 */
export function openWorkFolder(path: string): WorkFolder {
  const folder = folderOf(path)
  const leftover = isFolder(folder) ? keepLeftover(folder) : undefined
  if (leftover === undefined) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o700 })
  }
  for (const name of readdirSync(folder)) {
    if (name !== names.leftover) rmSync(join(folder, name), { recursive: true, force: true })
  }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const abandon = () => {
    const isNeeded = [names.ready, names.leftover].some((name) => existsSync(join(folder, name)))
    if (!isNeeded) remove()
  }
  return { made: join(folder, names.made), leftover, remove, abandon }
}

/** Whether a repair was killed here when its new database was ready, and not yet in its place. */
export function hasLeftover(path: string): boolean {
  return [names.ready, names.leftover].some((name) => existsSync(join(folderOf(path), name)))
}

/** Removes what a repair left over that was killed when all was done. */
export function removeLeftovers(path: string): void {
  rmSync(folderOf(path), { recursive: true, force: true })
}

function flush(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Folders cannot be flushed everywhere; where they cannot, the system orders renames by itself. */
function flushFolder(path: string): void {
  try {
    flush(path, 'r')
  } catch {
    // See above.
  }
}

function isSameFile(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => lstatSync(path, { throwIfNoEntry: false }))
  return one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev
}

/** The name beside a database under which it is kept already, by a repair that was killed, or one that is free. */
function asideNameOf(path: string): string {
  const prefix = `${basename(path)}.damaged-`
  const kept = readdirSync(dirname(path)).find(
    (name) => name.startsWith(prefix) && isSameFile(join(dirname(path), name), path),
  )
  if (kept !== undefined) return join(dirname(path), kept)
  let number = 1
  while (databaseFiles(`${path}.damaged-${number}`).some((file) => existsSync(file))) number += 1
  return `${path}.damaged-${number}`
}

/** Gives files a second name; where the file system has no such thing, they get it in place of the first. */
function nameTwice(path: string, aside: string): void {
  const to = databaseFiles(aside)
  for (const [position, file] of databaseFiles(path).entries()) {
    const name = to[position] ?? aside
    if (!existsSync(file) || existsSync(name)) continue
    try {
      linkSync(file, name)
    } catch {
      renameSync(file, name)
    }
  }
}

/**
 * Puts a new database into the place of a damaged one, which is kept whole under another name, and says which. Killed at
 * any moment it leaves one of the two in the place: the damaged one keeps its name until the new one takes it. Between
 * that and the log's removal the damaged one may lack what stood in its log; both its second name and the finished new
 * one, which the next repair finds, have it.
 */
export function swapIn(path: string, made: string): string {
  const ready = join(dirname(made), names.ready)
  flush(made, 'r+')
  renameSync(made, ready)
  flushFolder(dirname(ready))
  const aside = asideNameOf(path)
  nameTwice(path, aside)
  flushFolder(dirname(path))
  // SQLite would take the old log for that of the new database.
  for (const file of databaseFiles(path).slice(1)) rmSync(file, { force: true })
  renameSync(ready, path)
  flushFolder(dirname(path))
  return aside
}
