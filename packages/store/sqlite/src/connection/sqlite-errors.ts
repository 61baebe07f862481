import { dirname } from 'node:path'
import { StoreError, type StoreErrorCode } from '@recallite/store'
import { describeFullDisk, isOutOfRoom } from './free-room.js'

/**
 * Turns an error of the driver or the file system into a `StoreError` with a sentence; returns any other error unchanged.
 * @param needed the bytes that the disk needs for the failed operation, if known
 */
export function toStoreError(error: unknown, path: string, needed?: number): unknown {
  if (StoreError.isInstance(error) || !(error instanceof Error)) return error
  const failure = failureOf(error, path)
  if (!failure) return error
  const [code, sentence] = failures[failure]
  return new StoreError(code, `${sentence(path, needed)} (${error.message})`, { cause: error })
}

export function foreignDatabase(path: string): StoreError {
  return new StoreError(
    'STORE_FOREIGN',
    `${path} is a file of another program and was not changed. Move it away, or use another database with --db.`,
  )
}

export function missingDatabase(path: string): StoreError {
  return new StoreError('STORE_UNAVAILABLE', `There is no database at ${path}.`)
}

/** The refusal to create a folder that the user may have misspelled. */
export function missingFolder(path: string): StoreError {
  const advice = `Create it with 'mkdir -p ${dirname(path)}', or use another path with --db.`
  return new StoreError('STORE_UNAVAILABLE', `There is no folder for ${path}. ${advice}`)
}

export function storeClosed(path: string): StoreError {
  return new StoreError(failures.closed[0], failures.closed[1](path))
}

/** Whether SQLite failed because of another connection's lock. */
export const isBusy = withCode(/^SQLITE_BUSY/)

export const isDiskFull = withCode(/^SQLITE_FULL/)

/** Whether SQLite lacked a lock, disk space or a temporary file, so that a later attempt may succeed. */
export const mayWait = withCode(/^SQLITE_(BUSY|LOCKED|FULL|CANTOPEN|IOERR)/)

/** Whether the system does not let a file be opened. */
const isRefused = withCode(/^(EACCES|EPERM|EROFS|EMFILE|ENFILE|SQLITE_(CANTOPEN|PERM|AUTH))/)

/** Whether the content read caused the failure, not a missing lock, space or permission. */
export function isDamage(error: unknown): boolean {
  const failure = toStoreError(error, '')
  if (!StoreError.isInstance(failure)) return true
  return !environmentCodes.has(failure.code) && !isRefused(failure.cause)
}

const environmentCodes: ReadonlySet<StoreErrorCode> = new Set([
  'STORE_BUSY',
  'STORE_FULL',
  'STORE_READ_ONLY',
  'STORE_TOO_NEW',
  'STORE_FOREIGN',
  'STORE_LINK',
])

function withCode(pattern: RegExp): (error: unknown) => boolean {
  return (error) => pattern.test(codeOf(error))
}

/** Whether a system error has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean => codes.includes(codeOf(error))

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const failures = {
  busy: ['STORE_BUSY', (path) => `Another process is writing to ${path}. Try again in a moment.`],
  damaged: [
    'STORE_CORRUPT',
    (path) =>
      `${path} is damaged or not a SQLite database. Run 'recallite doctor --repair': it keeps what is intact, and rebuilds the rest from your files.`,
  ],
  full: ['STORE_FULL', describeFullDisk],
  readOnly: ['STORE_READ_ONLY', (path) => `${path} cannot be written. Check its permissions and folder.`],
  invalid: [
    'STORE_INVALID_DOCUMENT',
    () =>
      'The write breaks a rule of the store: chunk ids are unique; lines, tokens and times are whole numbers. Nothing was written.',
  ],
  disk: [
    'STORE_UNAVAILABLE',
    (path) =>
      `Reading or writing ${path} failed: the disk or its connection may be at fault. Check it and run the same command again; nothing that was written before is lost.`,
  ],
  unusable: ['STORE_UNAVAILABLE', (path) => `${path} cannot be opened or used as a database.`],
  noBinary: [
    'STORE_UNAVAILABLE',
    () =>
      `better-sqlite3 has no binary that loads here (${process.platform} ${process.arch}). It has binaries for Linux (glibc and musl), macOS and Windows, each on x64 and arm64. Install the packages again on this machine, without 'node_modules' of another.`,
  ],
  noMemory: ['STORE_UNAVAILABLE', (path) => `There is not enough memory to work on a copy of ${path}.`],
  closed: ['STORE_UNAVAILABLE', (path) => `The store in ${path} was closed. Open it again.`],
} as const satisfies Record<string, readonly [StoreErrorCode, (path: string, needed?: number) => string]>

type FailureName = keyof typeof failures

/** The first matching pattern decides. */
const codes: readonly (readonly [pattern: RegExp, name: FailureName])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'busy'],
  [/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/, 'damaged'],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'full'],
  [/^SQLITE_READONLY/, 'readOnly'],
  [/^SQLITE_(CONSTRAINT|TOOBIG)/, 'invalid'],
  [/^SQLITE_IOERR/, 'disk'],
  [/^(SQLITE_|EACCES|EPERM|EEXIST|ENOENT|ENOTDIR|EISDIR|EROFS)/, 'unusable'],
]

const messages: readonly (readonly [pattern: RegExp, name: FailureName])[] = [
  [/^The database connection is not open$/, 'closed'],
  [/^Out of memory$|allocation failed/, 'noMemory'],
  [/better_sqlite3\.node|prebuilds[\\/]/, 'noBinary'],
]

function failureOf(error: Error, path: string): FailureName | undefined {
  const { message } = error
  const code = codeOf(error)
  // SQLite does not say why it could not create or extend a file next to the database.
  if (/^SQLITE_(CANTOPEN|IOERR)/.test(code) && isOutOfRoom(path)) return 'full'
  const byMessage = messages.find(([pattern]) => pattern.test(message))?.[1]
  if (byMessage) return byMessage
  if (error instanceof SyntaxError || (/^(SQLITE_|$)/.test(code) && ofSchema.test(message))) return 'damaged'
  return codes.find(([pattern]) => pattern.test(code))?.[1]
}

/** Messages that this package's statements cause only if the schema in the file is not the original. */
const ofSchema =
  /vtable constructor failed|no such (table|column|module|index|function|view)|has no column named|already exists|malformed|unsupported file format|invalid (float32|rootpage)|[Vv]ector dimension|error in (view|trigger|table|index) /
