import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { StoreError, type BackupOptions } from '@recallite/store'
import type { SqlDatabase } from '../connection/sql-database.js'
import { hasCode, toStoreError } from '../connection/sqlite-errors.js'
import { isRunning } from '../connection/store-lock.js'
import { flushFile, isOfStore, logsOf, realPathOf, storeSize } from '../connection/store-files.js'

/**
 * Writes a database anew into another file, as one transaction sees it. The backup is made in a folder of its own beside
 * that file, so that neither a half-written backup nor another user ever sees it; what killed backups left there is
 * removed first. If the file is a link, the link is replaced and not what it leads to.
 * @throws StoreError
 */
export function backUp(
  database: SqlDatabase,
  target: string,
  options: BackupOptions & { readonly path: string },
): { bytes: number } {
  const made = makeBackup(database, target, options)
  try {
    return made.place()
  } finally {
    made.remove()
  }
}

/**
 * As `backUp`, up to where the backup takes its place.
 * @throws StoreError
 */
export function makeBackup(
  database: SqlDatabase,
  target: string,
  { path, replace = false }: BackupOptions & { readonly path: string },
) {
  const file = resolve(target)
  let folder: string | undefined
  const remove = () => folder !== undefined && rmSync(folder, { recursive: true, force: true })
  try {
    assertBackupPlace(file, { path, replace })
    removeBackupLeftovers(dirname(file))
    folder = mkdtempSync(join(dirname(file), `${prefixOfHost}${process.pid}-`))
    const copy = join(folder, copyName)
    database.prepare('VACUUM INTO ?').run(copy)
    chmodSync(copy, 0o600)
    flushFile(copy)
    return {
      /** Puts the backup into its place. @throws StoreError */
      place: () => placeBackup(copy, file, replace),
      /** Removes what was made, unless it is in its place. */
      remove,
    }
  } catch (error) {
    remove()
    const { file: bytes, log } = storeSize(path)
    throw toStoreError(error, file, bytes + log)
  }
}

function placeBackup(made: string, file: string, replace: boolean): { bytes: number } {
  try {
    if (replace) renameSync(made, file)
    else putInPlace(made, file)
    return { bytes: statSync(file).size }
  } catch (error) {
    throw toStoreError(error, file)
  }
}

/**
 * Refuses places where a backup would do harm: the store itself, and the place beside the log of another database, which
 * SQLite would take for the log of the backup.
 * @throws StoreError `STORE_FILE_EXISTS`
 */
function assertBackupPlace(
  file: string,
  { path, replace }: { readonly path: string; readonly replace: boolean },
): void {
  if (isOfStore(file, path)) throw refused(`${file} is the store itself, or a part of it`)
  const there = statSync(file, { throwIfNoEntry: false })
  if (there && !replace) throw fileExists(file)
  if (there && !there.isFile()) throw refused(`What is at ${file} is no file`)
  const log = logsOf(file)
    .concat(logsOf(realPathOf(file)))
    .find((name) => existsSync(name))
  if (log !== undefined) throw refused(`${log} is the log of a database that is in use, or was not closed`)
}

const fileExists = (file: string, cause?: unknown) =>
  refused(`There is something at ${file} already`, {
    cause,
    next: "Name another file, or let it be replaced ('recallite backup --force').",
  })

const refused = (
  reason: string,
  { cause, next = 'Name another file.' }: { cause?: unknown; next?: string } = {},
) => new StoreError('STORE_FILE_EXISTS', `${reason}, and it was not changed. ${next}`, { cause })

/** Gives a finished file its name: unlike renaming, linking never replaces a file that was made there meanwhile. */
function putInPlace(made: string, file: string): void {
  try {
    linkSync(made, file)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw fileExists(file, error)
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK')) throw error
    if (existsSync(file)) throw fileExists(file, error)
    renameSync(made, file)
  }
}

const prefix = '.recallite-backup-'
const prefixOfHost = `${prefix}${hostname()}-`
const copyName = 'copy'
const ownNames: ReadonlySet<string> = new Set([copyName, `${copyName}-journal`])

/** Whether the process that made a folder has ended. Of another machine's processes nothing is known. */
function isOfEndedProcess(name: string): boolean {
  return name.startsWith(prefixOfHost) && !isRunning(Number.parseInt(name.slice(prefixOfHost.length), 10))
}

/** SQLite writes to a backup that is being made all the time: after so many milliseconds without a write it was killed. */
const longestPause = 3_600_000

/** Removes what killed backups left in a folder, and nothing that another process works with or that is something else. */
export function removeBackupLeftovers(parent: string): void {
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(prefix)) continue
    const folder = join(parent, entry.name)
    try {
      const names = readdirSync(folder)
      const written = [folder, ...names.map((name) => join(folder, name))].map(
        (file) => lstatSync(file).mtimeMs,
      )
      const isOld = Date.now() - Math.max(...written) > longestPause
      if ((isOld || isOfEndedProcess(entry.name)) && names.every((name) => ownNames.has(name)))
        rmSync(folder, { recursive: true })
    } catch {
      // A leftover of another user cannot be removed, and is no reason to make no backup.
    }
  }
}
