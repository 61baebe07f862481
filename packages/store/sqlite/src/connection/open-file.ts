import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { StoreError } from '@recallite/store'
import { describeOldNode } from './node-version.js'
import { closing } from './sql-database.js'
import { hasCode } from './sqlite-errors.js'
import { ifThere, logsOf, readClosed, realPathOf } from './store-files.js'

/** Opens a file of any program to read it, without the policy; does not change file or log. After an interrupted transaction: a copy. */
export function openToRead(path: string): Database.Database {
  const database = openDriver(path, { readonly: hasLogs(path), fileMustExist: true })
  if (!database.readonly || !isInterrupted(database)) return database
  database.close()
  return readCopyToMemory(realPathOf(path))
}

/** Opens an existing file without the policy, for locks. `wait`: for other connections, in milliseconds. */
export function openToLock(path: string, wait: number): Database.Database {
  return openDriver(path, { fileMustExist: true, timeout: wait })
}

/** Loads the driver only after checking Node's version: loading it in an old Node crashes. */
export function openDriver(...given: ConstructorParameters<typeof Database>): Database.Database {
  const problem = describeOldNode('The store')
  if (problem !== undefined) throw new StoreError('STORE_UNAVAILABLE', problem)
  return new (createRequire(import.meta.url)('better-sqlite3') as typeof Database)(...given)
}

/** Copies a file of any program into memory. */
export function copyToMemory(path: string): Database.Database {
  const real = realPathOf(path)
  const closed = readClosed(real)
  try {
    return closed ? inMemory(closed) : readToMemory(openToRead(real))
  } catch (error) {
    if (!hasCode(error, 'SQLITE_CANTOPEN')) throw error
    return readCopyToMemory(real)
  }
}

/** SQLite reads a database with a log only where it may write, so that the log can be shared or rolled back. */
function readCopyToMemory(real: string): Database.Database {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-'))
  try {
    const copy = join(folder, 'copy.sqlite')
    copyPrivately(real, copy)
    for (const [index, log] of logsOf(real).entries()) {
      const isCopied = !existsSync(log) || ifThere(() => copyPrivately(log, logsOf(copy)[index] ?? ''))
      // A connection that removes a log has moved it into the database.
      if (!isCopied) copyPrivately(real, copy)
    }
    return readToMemory(openDriver(copy))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The copy can be written even if the file cannot. */
function copyPrivately(from: string, to: string): true {
  copyFileSync(from, to)
  chmodSync(to, 0o600)
  return true
}

const readToMemory = (database: Database.Database): Database.Database =>
  closing(database, (source) => {
    // Counted before serialising, which adds a page to an empty file and gives no reason for a file that is not a database.
    const isEmpty = source.pragma('page_count', { simple: true }) === 0
    return isEmpty ? openDriver(':memory:') : inMemory(source.serialize())
  })

/** The header bytes of the journal mode; 1 means no WAL, which a copy in memory needs. */
const journalVersions = [18, 20] as const

function inMemory(bytes: Buffer): Database.Database {
  if (bytes.length === 0) return openDriver(':memory:')
  if (bytes.length >= journalVersions[1]) bytes.fill(1, ...journalVersions)
  return openDriver(bytes)
}

/** SQLite writes the content of a log into the database, also that of another program. */
export const hasLogs = (path: string): boolean => logsOf(realPathOf(path)).some((log) => existsSync(log))

/** Whether only a writer can read the database, since it has to roll a transaction back. */
function isInterrupted(database: Database.Database): boolean {
  try {
    database.pragma('schema_version')
    return false
  } catch (error) {
    return hasCode(error, 'SQLITE_READONLY_ROLLBACK')
  }
}
