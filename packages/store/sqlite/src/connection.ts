/*
 * The connection policy, and the only importer of better-sqlite3 and sqlite-vec.
 *
 * - journal_mode WAL: readers never wait for the writer, and the writer never for them.
 * - page_size 8 KiB, in new files: five vectors of 384 numbers fit a page, where 4 KiB hold two.
 * - synchronous NORMAL: a power cut may lose the last commits, never the database; the sources are the truth.
 * - busy_timeout 5 s: a writer waits that long for another one, then says STORE_BUSY.
 * - foreign_keys ON, trusted_schema OFF: what a damaged or hostile file declares is not run.
 * - wal_autocheckpoint 4 MiB: the log goes into the file as often as by default, and stays small on small disks.
 * - journal_size_limit 4 MiB: what one large write made of the log is given back; log-length.ts sees to the rest.
 * - secure_delete ON: what is deleted is overwritten with zeros. Copies that SQLite leaves in the gaps of pages go when the
 *   file is written anew (tidy-up.ts).
 * - temp_store MEMORY: a search needs no room on any disk. Only writing the whole file anew may use a temporary file.
 * - A write that fails for want of room empties the log, which may make room, and is tried once more.
 * - Writes begin IMMEDIATE (see write-transaction.ts): a transaction never fails halfway for want of the lock.
 * - The file is marked as ours by application_id, and is made readable for its owner alone (0600, folder 0700).
 * - No link stands in for a file that is written: see refuse-links.ts. The file itself may be one where the user named it.
 * - Nothing but SQLite opens a file that any connection has open: closing another handle would drop the locks of every
 *   connection in the process.
 * - Who only reads leaves file and log as they were: a connection that may write would move the log into the file when it
 *   is closed, and one that may not would leave an empty log where there was none; so the one for where there is a log,
 *   and otherwise the other, kept from writing by query_only.
 * - A scratch copy leaves file, log and folder as they were: it is read through SQLite where there is a log, else at once.
 * - The lock of those who index is a transaction on an empty database of its own, in which nothing is ever written.
 * - sqlite-vec is loaded as an extension; without it everything but vector search works.
 */
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { getLoadablePath } from 'sqlite-vec'
import { StoreError, type Capability } from '@recallite/store'
import { readClosed } from './store-files.js'
import { neededToOpen } from './free-room.js'
import { createLogKeeper, withRoom } from './log-length.js'
import { createPrivate, refuseLink, refuseLinks } from './store-files.js'
import { logOf, realPathOf } from './store-files.js'
import { withWellFormed, type SqlDatabase, type SqlValue } from './sql-database.js'
import { isBusy, toStoreError } from './sqlite-errors.js'

/** `RCLT`, in the four bytes of a SQLite header that name the program a file belongs to. */
export const applicationId = 0x52434c54

/** Of every file, in bytes. */
export const pageSize = 8192

/** How long a write waits for another process, in milliseconds. */
export const busyTimeout = 5000

/** How long the log is usually left, in bytes. */
const usualLog = 4 * 1024 * 1024

/** A database of fewer bytes is written anew in memory, a larger one in a temporary file of SQLite's. */
const rewrittenInMemory = 64 * 1024 * 1024

/** The two bytes of a SQLite header that say how it keeps its journal: a log beside the file is out of a copy's reach. */
const journalVersions = [18, 20] as const
const rollbackJournal = 1

/** How to open a database file. */
export interface ConnectionOptions {
  /** Path of the file, or `:memory:`. */
  readonly path: string
  /** Whether a missing file is made; default true. */
  readonly create?: boolean | undefined
  /** Whether to work on a copy in memory, with room to 1 GiB, and leave the file as it is; default false. */
  readonly isScratch?: boolean | undefined
  /** Whether to leave the file as it is, and refuse what would write; a schema that is older is then refused. Default false. */
  readonly isReadOnly?: boolean | undefined
  /** The folder that all roots have to lie in, absolute and without links; others do not exist then. Default: anywhere. */
  readonly within?: string | undefined
  /**
   * Whether the file itself may be a link; the files that belong beside it never may. False for a database that came with
   * a folder. Default true.
   */
  readonly mayBeLink?: boolean | undefined
  /** The path of another build of sqlite-vec than the one that comes along, or false for no vector search. */
  readonly vectorExtension?: string | false | undefined
}

/** An open database and whether vectors can be searched in it. */
export interface Connection {
  readonly database: SqlDatabase
  readonly vectorSearch: Capability
  /** Whether nothing may be written: whoever opened it has to keep to it where there is no log. */
  readonly isReadOnly: boolean
}

const switchedOff: Capability = {
  available: false,
  version: null,
  reason: 'vector search is switched off by configuration',
}

/**
 * Where the build of sqlite-vec lies that comes along.
 * @throws Error where there is none for this platform
 */
export const bundledExtension = (): string => getLoadablePath()

function loadVectorSearch(database: Database.Database, path: string | false | undefined): Capability {
  if (path === false) return switchedOff
  try {
    database.loadExtension(path === undefined ? bundledExtension() : resolve(path))
    const version = database.prepare('SELECT vec_version()').pluck().get()
    return { available: true, version: String(version), reason: null }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    return { available: false, version: null, reason: `sqlite-vec did not load: ${cause}` }
  }
}

/** The tables are counted before the mark is read: another process may just now be making both at once. */
function assertOurs(database: Database.Database, path: string): void {
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()
  const id = database.pragma('application_id', { simple: true })
  if (id === applicationId || (id === 0 && tables === 0)) return
  throw new StoreError(
    'STORE_FOREIGN',
    `${path} is a database of another program and was not changed. Name another file.`,
  )
}

/** See the policy above. */
function openToRead(path: string): Database.Database {
  return new Database(path, { readonly: existsSync(logOf(path)), fileMustExist: true })
}

function inMemory(bytes: Buffer): Database.Database {
  if (bytes.length === 0) return new Database(':memory:')
  if (bytes.length >= journalVersions[1]) bytes.fill(rollbackJournal, ...journalVersions)
  return new Database(bytes)
}

/** What a file and its log hold, as one database in memory. */
function copyToMemory(path: string): Database.Database {
  const real = realPathOf(path)
  const closed = readClosed(real)
  if (closed) return inMemory(closed)
  const source = openToRead(real)
  try {
    // Asked first because serialising makes a page in an empty file, and says of what is no database only that it failed.
    const isEmpty = source.pragma('page_count', { simple: true }) === 0
    if (isEmpty) return new Database(':memory:')
    return inMemory(source.serialize())
  } finally {
    source.close()
  }
}

function isLeftAlone({ path, isScratch, isReadOnly }: ConnectionOptions): boolean {
  return isReadOnly === true && isScratch !== true && path !== ':memory:'
}

function openToWrite(path: string, isNew: boolean): Database.Database {
  if (isNew) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    createPrivate(path)
  }
  const database = new Database(path)
  // Once more, as a link to a place where nothing is yet is no file that was made.
  if (isNew) chmodSync(path, 0o600)
  return database
}

/**
 * SQLite waits for a pipe without end, and says of a folder only that it cannot be opened.
 * @throws StoreError `STORE_UNAVAILABLE` for what is there and no file
 */
export function assertRegular(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isFile()) return
  const what = stats.isDirectory() ? 'a folder' : 'no regular file'
  throw new StoreError(
    'STORE_UNAVAILABLE',
    `${path} is ${what}, and no database. Move it away, or name another file.`,
  )
}

function openFile(options: ConnectionOptions): Database.Database {
  const { path, create = true, isScratch = false } = options
  if (path === ':memory:') return new Database(path)
  refuseLinks(path, options)
  assertRegular(path)
  const isNew = !existsSync(path)
  const isOnlyRead = isLeftAlone(options)
  const mayBegin = create && !isOnlyRead
  if (isNew && !mayBegin) throw new StoreError('STORE_UNAVAILABLE', `There is no database at ${path}.`)
  if (isScratch) return isNew ? new Database(':memory:') : copyToMemory(path)
  return isOnlyRead ? openToRead(path) : openToWrite(path, isNew)
}

/** The one statement that does not wait for others by itself: several processes may be making one file. */
function switchToWal(database: Database.Database): void {
  const pause = 10
  for (let waited = 0; ; waited += pause) {
    try {
      database.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if (waited >= busyTimeout || !isBusy(error)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  }
}

function applyPolicy(database: Database.Database, isReadOnly: boolean): void {
  database.pragma(`busy_timeout = ${busyTimeout}`)
  database.pragma(`page_size = ${pageSize}`)
  if (!isReadOnly) switchToWal(database)
  database.pragma('synchronous = NORMAL')
  database.pragma('foreign_keys = ON')
  database.pragma('trusted_schema = OFF')
  database.pragma(`wal_autocheckpoint = ${usualLog / pageSize}`)
  database.pragma(`journal_size_limit = ${usualLog}`)
  database.pragma('secure_delete = ON')
  database.pragma('temp_store = MEMORY')
}

/**
 * By a connection of its own: where SQLite keeps temporary tables cannot be changed without losing those that there are.
 * A database of this size would take up as much memory.
 */
function rewriteFile(path: string): void {
  const database = new Database(path, { fileMustExist: true, timeout: 0 })
  try {
    const pages = Number(database.pragma('page_count', { simple: true }))
    database.pragma(`temp_store = ${pages * pageSize < rewrittenInMemory ? 'MEMORY' : 'FILE'}`)
    database.pragma('secure_delete = ON')
    database.pragma('synchronous = NORMAL')
    database.exec('VACUUM')
  } finally {
    database.close()
  }
}

function toSqlDatabase(database: Database.Database, path: string): SqlDatabase {
  // The driver makes a transaction of a function in several steps: once for all of them.
  const transaction = database.transaction((work: () => unknown) => work())
  const keepLogShort = createLogKeeper(database, path, busyTimeout)
  return {
    prepare: <Row>(sql: string) => withWellFormed<Row>(database.prepare<SqlValue[], Row>(sql)),
    exec: (sql) => database.exec(sql),
    pragma: (sql, options) => database.pragma(sql, options),
    transaction: <Result>(work: () => Result) => ({
      immediate() {
        const result = withRoom(database, () => transaction.immediate(work) as Result)
        if (!database.inTransaction) keepLogShort()
        return result
      },
      deferred: () => transaction.deferred(work) as Result,
    }),
    rewrite: () => (database.memory ? void database.exec('VACUUM') : rewriteFile(path)),
    close: () => database.close(),
  }
}

/**
 * Opens a database under the policy above.
 * @throws StoreError when the file cannot be opened, is damaged or belongs to another program
 */
export function openConnection(options: ConnectionOptions): Connection {
  let database: Database.Database | undefined
  try {
    database = openFile(options)
    assertOurs(database, options.path)
    const isReadOnly = isLeftAlone(options)
    applyPolicy(database, isReadOnly)
    return {
      isReadOnly,
      database: toSqlDatabase(database, options.isScratch ? ':memory:' : options.path),
      vectorSearch: loadVectorSearch(database, options.vectorExtension),
    }
  } catch (error) {
    database?.close()
    throw toStoreError(error, options.path, neededToOpen)
  }
}

/** Whether SQLite itself finds a database whole; whose it is makes no difference. Reads only. */
export function isSoundElsewhere(path: string): boolean {
  let database: Database.Database | undefined
  try {
    database = openToRead(path)
    return database.pragma('integrity_check(1)', { simple: true }) === 'ok'
  } catch {
    return false
  } finally {
    database?.close()
  }
}

/**
 * Makes sure that no connection of any process has a database open, and that its log is in the file, where SQLite can do
 * that: whoever has one open would, when it closes, remove the log of what has come into its place.
 * @throws StoreError `STORE_BUSY`
 */
export function assertClosed(path: string): void {
  let database: Database.Database | undefined
  try {
    database = new Database(path, { fileMustExist: true, timeout: busyTimeout })
    database.pragma('locking_mode = EXCLUSIVE')
    database.exec('BEGIN EXCLUSIVE; ROLLBACK')
  } catch (error) {
    if (!isBusy(error)) return
    throw new StoreError(
      'STORE_BUSY',
      `Another program has ${path} open, such as 'recallite mcp' or 'recallite watch'. End it, and run 'recallite doctor --repair' again: nothing was changed.`,
      { cause: error },
    )
  } finally {
    database?.close()
  }
}

/** A file whose lock the operating system keeps, for as long as whoever has it lives. */
export interface LockFile {
  /** Whether the lock could be had, at once. */
  readonly tryLock: () => boolean
  /** Lets the lock go, if it is held. */
  readonly close: () => void
}

/**
 * Opens a file to be locked, by any process and any connection of this one; it stays empty. Nothing but SQLite may open
 * it, and nobody remove it: the lock is the file's, not the name's.
 */
export function openLockFile(path: string): LockFile {
  let database: Database.Database | undefined
  try {
    refuseLink(path)
    createPrivate(path)
    database = new Database(path, { timeout: 0 })
  } catch (error) {
    database?.close()
    throw toStoreError(error, path)
  }
  const file = database
  return {
    tryLock() {
      try {
        file.exec('BEGIN EXCLUSIVE')
        return true
      } catch (error) {
        if (isBusy(error)) return false
        throw toStoreError(error, path)
      }
    },
    close: () => void file.close(),
  }
}
