/*
 * The connection policy. Only open-file.ts and this file load better-sqlite3 and sqlite-vec.
 *
 * - journal_mode WAL: readers never wait for the writer, and the writer never waits for readers.
 * - page_size 8 KiB: five vectors of 384 numbers fit on a page, where 4 KiB hold two.
 * - synchronous NORMAL: a power cut may lose the last commits, which can be indexed again. FULL for records.
 * - busy_timeout 5 s: a writer waits that long for another one, then fails with STORE_BUSY.
 * - foreign_keys ON, trusted_schema OFF: functions that a damaged or hostile schema names are not run.
 * - wal_autocheckpoint and journal_size_limit 4 MiB keep the log short, with log-length.ts.
 * - secure_delete ON: deleted content is overwritten with zeros. Copies in the gaps of pages stay until a rewrite (optimise.ts).
 * - cache_size 32 MiB, twice the default: enough for the lookups of a search among some ten thousand chunks.
 * - temp_store MEMORY: a search needs no disk space. Only a rewrite of the whole file may use a temporary file.
 * - Writes begin IMMEDIATE (transactions.ts), so that a transaction never fails halfway for lack of the lock.
 * - The file has our application_id, and only its owner can read it (0600, folder 0700).
 * - No file is written through a link (store-files.ts), except the database itself if the user named a link to it.
 * - Only SQLite opens a file with open connections: closing another handle would drop the locks of the whole process.
 * - A read-only store does not change the file or its log. If there is a log, the connection is read-only, because a writing
 *   one would move the log into the file when it closes. If there is none, the connection may write but has query_only, because
 *   a read-only one leaves an empty log. A scratch copy is read through SQLite if there is a log, else as bytes.
 * - The first vector search loads the extension sqlite-vec; everything else works without it.
 */
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import type Database from 'better-sqlite3'
import type { Capability } from '@recallite/store'
import { neededToOpen } from './free-room.js'
import { createLogKeeper } from './log-length.js'
import { copyToMemory, hasLogs, openDriver, openToLock, openToRead } from './open-file.js'
import { closing, withWellFormed, type SqlDatabase, type SqlValue } from './sql-database.js'
import { foreignDatabase, isBusy, missingDatabase, missingFolder, toStoreError } from './sqlite-errors.js'
import { assertRegular, createPrivate, refuseLinks } from './store-files.js'

/** `RCLT`, the application id in the header of an index. */
export const applicationId = 0x52434c54

/** `RCLR`, the application id of a file of records. */
export const recordsId = 0x52434c52

/** The page size of every file, in bytes. */
export const pageSize = 8192

/** How long a write waits for another connection, in milliseconds. */
export const busyTimeout = 5000

/** How to open a database file. */
export interface ConnectionOptions {
  /** Path of the file, or `:memory:`. */
  readonly path: string
  /** Whether a missing file is created; default true. */
  readonly create?: boolean | undefined
  /** Whether the missing folder of a new file is created; default true. */
  readonly makesFolder?: boolean | undefined
  /** Whether to work on a copy in memory, of up to 1 GiB, without changing the file; default false. */
  readonly isScratch?: boolean | undefined
  /** Whether to refuse writes and leave the file unchanged; an older schema is then refused. Default false. */
  readonly isReadOnly?: boolean | undefined
  /** The only folder whose roots exist, absolute and without links. Default: anywhere. */
  readonly within?: string | undefined
  /** Whether the file itself may be a link; files next to it never may. False for a database from elsewhere. Default true. */
  readonly mayBeLink?: boolean | undefined
  /** Whether it is a file of records, with its own application id and `synchronous = FULL`. Default false. */
  readonly isOfRecords?: boolean | undefined
  /** Path of another build of sqlite-vec, or false for no vector search. */
  readonly vectorExtension?: string | false | undefined
}

/** An open database. */
export interface Connection {
  readonly database: SqlDatabase
  /** Loads sqlite-vec at the first call, before which no statement may use it; returns whether that worked. */
  readonly vectorSearch: () => Capability
  /** Whether writes are refused; without a log the caller has to set query_only. */
  readonly isReadOnly: boolean
}

/** Opens a database with the policy above. @throws StoreError if it cannot be opened, is damaged or not ours */
export function openConnection(options: ConnectionOptions): Connection {
  const { path, isScratch = false } = options
  let database: Database.Database | undefined
  try {
    database = openFile(options)
    assertOurs(database, options)
    const isReadOnly = isLeftAlone(options)
    applyPolicy(database, isReadOnly)
    if (options.isOfRecords === true) database.pragma('synchronous = FULL')
    const opened = database
    let capability: Capability | undefined
    return {
      isReadOnly,
      database: toSqlDatabase(database, isScratch ? ':memory:' : path),
      vectorSearch: () => (capability ??= loadVectorSearch(opened, options.vectorExtension)),
    }
  } catch (error) {
    database?.close()
    throw toStoreError(error, path, neededToOpen)
  }
}

/** The path of the bundled build of sqlite-vec; throws if there is none for this platform. */
export function bundledExtension(): string {
  const { getLoadablePath } = createRequire(import.meta.url)('sqlite-vec') as typeof import('sqlite-vec')
  return getLoadablePath()
}

function openFile(options: ConnectionOptions): Database.Database {
  const { path, create = true, isScratch = false } = options
  if (path === ':memory:') return openDriver(path)
  refuseLinks(path, options)
  assertRegular(path)
  const isNew = !existsSync(path)
  const isOnlyRead = isLeftAlone(options)
  if (isNew && (!create || isOnlyRead)) throw missingDatabase(path)
  if (isScratch) return isNew ? openDriver(':memory:') : copyToMemory(path)
  return isOnlyRead ? openToRead(path) : openToWrite(options, isNew)
}

function isLeftAlone({ path, isScratch, isReadOnly }: ConnectionOptions): boolean {
  return isReadOnly === true && isScratch !== true && path !== ':memory:'
}

function openToWrite(options: ConnectionOptions, isNew: boolean): Database.Database {
  const { path, makesFolder = true } = options
  if (!isNew && hasLogs(path)) closing(openToRead(path), (database) => assertOurs(database, options))
  if (isNew) {
    if (!makesFolder && !existsSync(dirname(path))) throw missingFolder(path)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    createPrivate(path)
  }
  const database = openDriver(path)
  // Set again: if the path is a link to a missing file, SQLite has created that file.
  if (isNew) chmodSync(path, 0o600)
  return database
}

/** Counts the tables before reading the id, since another process may be creating both at once. */
function assertOurs(database: Database.Database, { path, isOfRecords }: ConnectionOptions): void {
  const mark = isOfRecords === true ? recordsId : applicationId
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()
  const id = database.pragma('application_id', { simple: true })
  if (id !== mark && !(id === 0 && tables === 0)) throw foreignDatabase(path)
}

const logSize = 4 * 1024 * 1024
const pageCache = 32 * 1024 * 1024

function applyPolicy(database: Database.Database, isReadOnly: boolean): void {
  database.pragma(`busy_timeout = ${busyTimeout}`)
  database.pragma(`page_size = ${pageSize}`)
  if (!isReadOnly) switchToWal(database)
  database.pragma('synchronous = NORMAL')
  database.pragma('foreign_keys = ON')
  database.pragma('trusted_schema = OFF')
  database.pragma(`wal_autocheckpoint = ${logSize / pageSize}`)
  database.pragma(`journal_size_limit = ${logSize}`)
  database.pragma('secure_delete = ON')
  database.pragma(`cache_size = -${pageCache / 1024}`)
  database.pragma('temp_store = MEMORY')
}

/** Retries, because this statement ignores busy_timeout and several processes may create the same file at once. */
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

function loadVectorSearch(database: Database.Database, path: string | false | undefined): Capability {
  if (path === false) return noVectorSearch('vector search is switched off by configuration')
  try {
    // Without the second argument, SQLite guesses the entry point from the file name. The driver's types lack it.
    const load: (path: string, entryPoint: string) => unknown = database.loadExtension.bind(database)
    load(path === undefined ? bundledExtension() : resolve(path), 'sqlite3_vec_init')
    const version = database.prepare('SELECT vec_version()').pluck().get()
    return { available: true, version: String(version), reason: null }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    return noVectorSearch(`sqlite-vec did not load: ${cause}`)
  }
}

const noVectorSearch = (reason: string): Capability => ({ available: false, version: null, reason })

function toSqlDatabase(database: Database.Database, path: string): SqlDatabase {
  // `transaction` is slow to wrap a function, so one wrapped function runs all transactions.
  const transaction = database.transaction((work: () => unknown) => work())
  const keepLogShort = createLogKeeper(database, path, busyTimeout)
  return {
    prepare: <Row>(sql: string) => withWellFormed<Row>(database.prepare<SqlValue[], Row>(sql)),
    exec: (sql) => database.exec(sql),
    pragma: (sql, options) => database.pragma(sql, options),
    transaction: <Result>(work: () => Result) => ({
      immediate() {
        const result = transaction.immediate(work) as Result
        if (!database.inTransaction) keepLogShort()
        return result
      },
      deferred: () => transaction.deferred(work) as Result,
    }),
    rewrite: () => (database.memory ? void database.exec('VACUUM') : rewriteFile(path)),
    close: () => database.close(),
  }
}

/** Smaller databases are rewritten in memory, larger ones in a temporary file of SQLite. */
const maxRewrittenInMemory = 64 * 1024 * 1024

/** Uses a separate connection, because setting temp_store deletes a connection's temporary tables. */
function rewriteFile(path: string): void {
  closing(openToLock(path, 0), (database) => {
    const pages = Number(database.pragma('page_count', { simple: true }))
    database.pragma(`temp_store = ${pages * pageSize < maxRewrittenInMemory ? 'MEMORY' : 'FILE'}`)
    database.pragma('secure_delete = ON')
    database.pragma('synchronous = NORMAL')
    database.exec('VACUUM')
  })
}
