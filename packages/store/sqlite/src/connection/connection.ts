/*
 * The connection policy, and the only importer of better-sqlite3 and sqlite-vec.
 *
 * - journal_mode WAL: readers never wait for the writer, and the writer never waits for readers.
 * - page_size 8 KiB: five vectors of 384 numbers fit on a page, where 4 KiB hold two.
 * - synchronous NORMAL: a power cut may lose the last commits, never the database; the sources can be indexed again. FULL
 *   for records, which are nowhere else.
 * - busy_timeout 5 s: a writer waits that long for another one, then fails with STORE_BUSY.
 * - foreign_keys ON, trusted_schema OFF: functions that a damaged or hostile schema names are not run.
 * - wal_autocheckpoint 4 MiB: the log is moved into the file as often as by default, and stays small on small disks.
 * - journal_size_limit 4 MiB: after one large write the log is made short again; log-length.ts does the rest.
 * - secure_delete ON: what is deleted is overwritten with zeros. Copies that SQLite leaves in the gaps of pages go when the
 *   file is written anew (optimise.ts).
 * - cache_size 32 MiB, twice the usual: what a search looks up stays in memory for stores of some ten thousand chunks. Only what was read is kept.
 * - temp_store MEMORY: a search needs no space on any disk. Only writing the whole file anew may use a temporary file.
 * - Writes begin IMMEDIATE (transactions.ts): a transaction never fails halfway for want of the lock.
 * - The file is marked with our application_id, and is made readable for its owner alone (0600, folder 0700).
 * - No file is written through a link (store-files.ts), except the database itself where the user named a link to it.
 * - Nothing but SQLite opens a file that any connection has open: closing another handle would drop the locks of every
 *   connection in the process.
 * - A read-only store does not change the file or its log. If there is a log, the connection is read-only, because one
 *   that may write moves the log into the file when it closes. If there is none, the connection may write, but has query_only,
 *   because a read-only one leaves an empty log. A scratch copy is read through SQLite if there is a log, else as bytes.
 * - sqlite-vec is loaded as an extension by the first search for vectors; without it everything but vector search works.
 */
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import type Database from 'better-sqlite3'
import { StoreError, type Capability } from '@recallite/store'
import { neededToOpen } from './free-room.js'
import { createLogKeeper } from './log-length.js'
import { describeOldNode } from './node-version.js'
import { closing, withWellFormed, type SqlDatabase, type SqlValue } from './sql-database.js'
import { foreignDatabase, isBusy, missingDatabase, toStoreError } from './sqlite-errors.js'
import { assertRegular, createPrivate, logOf, readClosed, realPathOf, refuseLinks } from './store-files.js'

/** `RCLT`, in the four bytes of a SQLite header that name the program which a file belongs to. */
export const applicationId = 0x52434c54

/** `RCLR`: the mark of a file of records. */
export const recordsId = 0x52434c52

/** The size of the pages of every file, in bytes. */
export const pageSize = 8192

/** How long a write waits for another process, in milliseconds. */
export const busyTimeout = 5000

/** How to open a database file. */
export interface ConnectionOptions {
  /** Path of the file, or `:memory:`. */
  readonly path: string
  /** Whether a missing file is made; default true. */
  readonly create?: boolean | undefined
  /** Whether to work on a copy in memory of at most 1 GiB, and leave the file as it is; default false. */
  readonly isScratch?: boolean | undefined
  /** Whether to leave the file as it is and refuse writes; an older schema is then refused. Default false. */
  readonly isReadOnly?: boolean | undefined
  /** The folder that all roots have to lie in, absolute and without links; others do not exist then. Default: anywhere. */
  readonly within?: string | undefined
  /** Whether the file itself may be a link; the files beside it never may. False for a database from elsewhere. Default true. */
  readonly mayBeLink?: boolean | undefined
  /** Whether it is a file of records: it has a mark of its own, and a commit is on the disk when it returns. Default false. */
  readonly isOfRecords?: boolean | undefined
  /** The path of another build of sqlite-vec than the bundled one, or false for no vector search. */
  readonly vectorExtension?: string | false | undefined
}

/** An open database. */
export interface Connection {
  readonly database: SqlDatabase
  /** Loads sqlite-vec at the first call, before which no statement may name a function of it; says whether that worked. */
  readonly vectorSearch: () => Capability
  /** Whether nothing may be written; where there is no log, the caller has to see to it with query_only. */
  readonly isReadOnly: boolean
}

/**
 * Opens a database under the policy above.
 * @throws StoreError when the file cannot be opened, is damaged or belongs to another program
 */
export function openConnection(options: ConnectionOptions): Connection {
  const { path, isScratch = false } = options
  let database: Database.Database | undefined
  try {
    database = openFile(options)
    assertOurs(database, options)
    const isReadOnly = isLeftAlone(options)
    applyPolicy(database, isReadOnly)
    if (options.isOfRecords === true) database.pragma('synchronous = FULL')
    return {
      isReadOnly,
      database: toSqlDatabase(database, isScratch ? ':memory:' : path),
      vectorSearch: createVectorCapability(database, options.vectorExtension),
    }
  } catch (error) {
    database?.close()
    throw toStoreError(error, path, neededToOpen)
  }
}

/** Opens a file to be read, without the policy and whatever program it belongs to; leaves file and log as they are. */
export function openToRead(path: string): Database.Database {
  return openDriver(path, { readonly: existsSync(logOf(path)), fileMustExist: true })
}

/** Opens a file that exists, without the policy: for locks. `wait`: how long to wait for others, in milliseconds. */
export function openToLock(path: string, wait: number): Database.Database {
  return openDriver(path, { fileMustExist: true, timeout: wait })
}

/** A database that no other connection can open. */
export interface HeldDatabase {
  /** The whole file, its log included. */
  readonly bytes: Uint8Array
  release(): void
}

/**
 * Keeps every other connection out of a database until it is released, and moves its log into the file.
 * @throws SqliteError `SQLITE_BUSY` if another connection has it open, another one if SQLite cannot work with the file
 */
export function holdExclusively(path: string): HeldDatabase {
  const database = openToLock(path, busyTimeout)
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    // Without a log, closing the database removes no file beside the path, where another database may have its log by then.
    database.pragma('journal_mode = DELETE')
    database.exec('BEGIN EXCLUSIVE')
    return { bytes: database.serialize(), release: () => void database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Loads the driver when a database is opened, and only after checking Node's version: loading it in an old Node crashes. */
function openDriver(...given: ConstructorParameters<typeof Database>): Database.Database {
  const problem = describeOldNode('The store')
  if (problem !== undefined) throw new StoreError('STORE_UNAVAILABLE', problem)
  return new (createRequire(import.meta.url)('better-sqlite3') as typeof Database)(...given)
}

/** Where the build of sqlite-vec lies that is bundled; throws if there is none for this platform. */
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
  return isOnlyRead ? openToRead(path) : openToWrite(path, isNew)
}

function isLeftAlone({ path, isScratch, isReadOnly }: ConnectionOptions): boolean {
  return isReadOnly === true && isScratch !== true && path !== ':memory:'
}

function openToWrite(path: string, isNew: boolean): Database.Database {
  if (isNew) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    createPrivate(path)
  }
  const database = openDriver(path)
  // The permissions are set again: if the path is a link to a missing file, SQLite has created that file.
  if (isNew) chmodSync(path, 0o600)
  return database
}

function copyToMemory(path: string): Database.Database {
  const real = realPathOf(path)
  const closed = readClosed(real)
  if (closed) return inMemory(closed)
  return closing(openToRead(real), (source) => {
    // Counted before serialising, which adds a page to an empty file, and gives no reason if the file is not a database.
    const isEmpty = source.pragma('page_count', { simple: true }) === 0
    return isEmpty ? openDriver(':memory:') : inMemory(source.serialize())
  })
}

/** The range of the two bytes in a SQLite header that give the journal mode; 1 means no WAL, which a copy in memory needs. */
const journalVersions = [18, 20] as const

function inMemory(bytes: Buffer): Database.Database {
  if (bytes.length === 0) return openDriver(':memory:')
  if (bytes.length >= journalVersions[1]) bytes.fill(1, ...journalVersions)
  return openDriver(bytes)
}

/** The tables are counted before the mark is read: another process may just now be making both at once. */
function assertOurs(database: Database.Database, { path, isOfRecords }: ConnectionOptions): void {
  const mark = isOfRecords === true ? recordsId : applicationId
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()
  const id = database.pragma('application_id', { simple: true })
  if (id !== mark && !(id === 0 && tables === 0)) throw foreignDatabase(path)
}

const usualLog = 4 * 1024 * 1024
const pageCache = 32 * 1024 * 1024

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
  database.pragma(`cache_size = -${pageCache / 1024}`)
  database.pragma('temp_store = MEMORY')
}

/** Retries by itself, because this statement ignores busy_timeout and several processes may create the same file at once. */
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

/** Loads sqlite-vec at the first call, because keyword searches do not need it. */
function createVectorCapability(database: Database.Database, path?: string | false): () => Capability {
  let loaded: Capability | undefined
  return () => (loaded ??= loadVectorSearch(database, path))
}

function loadVectorSearch(database: Database.Database, path: string | false | undefined): Capability {
  if (path === false) return noVectorSearch('vector search is switched off by configuration')
  try {
    // Without the second argument, SQLite would guess the entry point from the file's name. The driver's types lack the argument.
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

/** A database of fewer bytes is written anew in memory, a larger one in a temporary file of SQLite's. */
const rewrittenInMemory = 64 * 1024 * 1024

/** Uses a connection of its own, because setting temp_store deletes the temporary tables of a connection. */
function rewriteFile(path: string): void {
  closing(openToLock(path, 0), (database) => {
    const pages = Number(database.pragma('page_count', { simple: true }))
    database.pragma(`temp_store = ${pages * pageSize < rewrittenInMemory ? 'MEMORY' : 'FILE'}`)
    database.pragma('secure_delete = ON')
    database.pragma('synchronous = NORMAL')
    database.exec('VACUUM')
  })
}
