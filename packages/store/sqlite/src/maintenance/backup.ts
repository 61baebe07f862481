import fs from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { StoreError, type BackupOptions } from '@recallite/store'
import type { SqlDatabase } from '../connection/sql-database.js'
import { hasCode, toStoreError } from '../connection/sqlite-errors.js'
import { isRunning } from '../connection/store-lock.js'
import { flushFile, isOfStore, logsOf, realPathOf, storeSize } from '../connection/store-files.js'

/**
 * Copies a database into another file, as seen by one transaction. The copy is made in a private folder next to the target, so
 * that no other user and no reader sees it unfinished. A link at the target is replaced, not followed.
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

/** Makes the copy for `backUp`, without moving it to the target. @throws StoreError */
export function makeBackup(
  database: SqlDatabase,
  target: string,
  { path, replace = false }: BackupOptions & { readonly path: string },
) {
  const file = resolve(target)
  let folder: string | undefined
  const remove = () => folder !== undefined && fs.rmSync(folder, { recursive: true, force: true })
  try {
    assertBackupPlace(file, { path, replace })
    removeBackupLeftovers(dirname(file))
    folder = fs.mkdtempSync(join(dirname(file), `${prefixOfHost}${process.pid}-`))
    const copy = join(folder, copyName)
    vacuumInto(database, copy)
    fs.chmodSync(copy, 0o600)
    flushFile(copy)
    return {
      /** Moves the backup to the target. @throws StoreError */
      place: () => placeBackup(copy, file, replace),
      /** Removes the copy, unless it was moved. */
      remove,
    }
  } catch (error) {
    remove()
    const { file: bytes, log } = storeSize(path)
    throw toStoreError(error, file, bytes + log)
  }
}

/** SQLite refuses this for a database that may not be written, although it only reads it. */
function vacuumInto(database: SqlDatabase, copy: string): void {
  const queryOnly = database.pragma('query_only', { simple: true })
  database.pragma('query_only = OFF')
  try {
    database.prepare('VACUUM INTO ?').run(copy)
  } finally {
    database.pragma(`query_only = ${queryOnly}`)
  }
}

function placeBackup(made: string, file: string, replace: boolean): { bytes: number } {
  try {
    if (replace) fs.renameSync(made, file)
    else putInPlace(made, file)
    return { bytes: fs.statSync(file).size }
  } catch (error) {
    throw toStoreError(error, file)
  }
}

/** Refuses the store itself, and a path next to another database's log. @throws StoreError `STORE_FILE_EXISTS` */
function assertBackupPlace(
  file: string,
  { path, replace }: { readonly path: string; readonly replace: boolean },
): void {
  if (isOfStore(file, path)) throw refused(`${file} belongs to the store itself`)
  const existing = fs.statSync(file, { throwIfNoEntry: false })
  if (existing && !replace) throw fileExists(file)
  if (existing && !existing.isFile()) throw refused(`${file} is not a file`)
  const log = logsOf(file)
    .concat(logsOf(realPathOf(file)))
    .find((name) => fs.existsSync(name))
  if (log !== undefined) throw refused(`${log} is the log of a database that is in use or was not closed`)
}

const fileExists = (file: string, cause?: unknown) =>
  refused(`${file} already exists`, "Use another file, or replace it with 'recallite backup --force'.", cause)

const refused = (reason: string, next = 'Use another file.', cause?: unknown) =>
  new StoreError('STORE_FILE_EXISTS', `${reason}, and it was not changed. ${next}`, { cause })

/** Unlike a rename, a link never replaces a file that another process has just created. */
function putInPlace(made: string, file: string): void {
  try {
    fs.linkSync(made, file)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw fileExists(file, error)
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK')) throw error
    if (fs.existsSync(file)) throw fileExists(file, error)
    fs.renameSync(made, file)
  }
}

const prefix = '.recallite-backup-'
const prefixOfHost = `${prefix}${hostname()}-`
const copyName = 'copy'
const backupNames: ReadonlySet<string> = new Set([copyName, `${copyName}-journal`])

/** Whether the process that made a folder has ended; false for processes of other machines. */
function isOfEndedProcess(name: string): boolean {
  return name.startsWith(prefixOfHost) && !isRunning(Number.parseInt(name.slice(prefixOfHost.length), 10))
}

/** SQLite writes to a backup continuously, so one without a write for this many milliseconds was killed. */
const maxPause = 3_600_000

/** Removes the folders of killed backups, and nothing else. */
export function removeBackupLeftovers(parent: string): void {
  for (const entry of fs.readdirSync(parent, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(prefix)) continue
    const folder = join(parent, entry.name)
    try {
      const names = fs.readdirSync(folder)
      const written = [folder, ...names.map((name) => join(folder, name))].map(
        (file) => fs.lstatSync(file).mtimeMs,
      )
      const isOld = Date.now() - Math.max(...written) > maxPause
      if ((isOld || isOfEndedProcess(entry.name)) && names.every((name) => backupNames.has(name)))
        fs.rmSync(folder, { recursive: true })
    } catch {
      // Another user's folder cannot be removed, which does not prevent a backup.
    }
  }
}
