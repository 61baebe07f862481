import { StoreError, type StoreErrorCode } from '@recallite/store'
import { describeFullDisk, isOutOfRoom } from './free-room.js'

interface Failure {
  readonly code: StoreErrorCode
  /** `needed`: how many bytes the disk needs, if that is known. */
  readonly sentence: (path: string, needed?: number) => string
}

const damaged: Failure = {
  code: 'STORE_CORRUPT',
  sentence: (path) =>
    `${path} is damaged or not a SQLite database. Run 'recallite doctor --repair': it keeps what is whole, and makes the rest anew from your files.`,
}

const full: Failure = { code: 'STORE_FULL', sentence: describeFullDisk }

const failures: readonly (readonly [pattern: RegExp, failure: Failure])[] = [
  [
    /^SQLITE_(BUSY|LOCKED)/,
    {
      code: 'STORE_BUSY',
      sentence: (path) => `Another process is writing to ${path}. Try again in a moment.`,
    },
  ],
  [/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/, damaged],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, full],
  [
    /^SQLITE_READONLY/,
    {
      code: 'STORE_READ_ONLY',
      sentence: (path) => `${path} cannot be written. Check who owns it and its folder.`,
    },
  ],
  [
    /^SQLITE_(CONSTRAINT|TOOBIG)/,
    {
      code: 'STORE_INVALID_DOCUMENT',
      sentence: () =>
        'What was to be written breaks the rules of a store: chunk ids are unique, lines, tokens and times whole numbers. Nothing of it was kept.',
    },
  ],
  [
    /^SQLITE_IOERR/,
    {
      code: 'STORE_UNAVAILABLE',
      sentence: (path) =>
        `Reading or writing ${path} failed: the disk or its connection may be at fault. Check it and run the same command again; nothing that was written before is lost.`,
    },
  ],
  [
    /^(SQLITE_|EACCES|EPERM|EEXIST|ENOENT|ENOTDIR|EISDIR|EROFS)/,
    { code: 'STORE_UNAVAILABLE', sentence: (path) => `${path} cannot be opened or used as a database.` },
  ],
]

const nativePartMissing: Failure = {
  code: 'STORE_UNAVAILABLE',
  sentence: () =>
    "better-sqlite3 has no native part here: its install script did not run. Run 'npm rebuild better-sqlite3' where it is installed (npm 11: allow its script with 'npm install-scripts approve better-sqlite3').",
}

const noMemory: Failure = {
  code: 'STORE_UNAVAILABLE',
  sentence: (path) => `There is not enough memory to work on a copy of ${path}.`,
}

const closed: Failure = {
  code: 'STORE_UNAVAILABLE',
  sentence: (path) => storeClosed(path).message,
}

/** The refusal to touch the database of another program. */
export function foreignDatabase(path: string): StoreError {
  return new StoreError(
    'STORE_FOREIGN',
    `${path} is a database of another program and was not changed. Name another file.`,
  )
}

/** A call that comes after the store was closed. */
export function storeClosed(path: string): StoreError {
  return new StoreError('STORE_UNAVAILABLE', `The store in ${path} was closed. Open it again.`)
}

/** Whether SQLite refused because of another connection's lock. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY')
}

/** Whether SQLite found no room on the disk. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_FULL')
}

/** SQLite does not say why a file beside the database could not be made or made longer. */
function lacksRoom(error: Error, path: string): boolean {
  return /^SQLITE_(CANTOPEN|IOERR)/.test(codeOf(error)) && isOutOfRoom(path)
}

/** Whether SQLite lacked a lock, room on the disk or a place for temporary files: a later try may succeed. */
export function mayWait(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED|FULL|CANTOPEN|IOERR)/.test(codeOf(error))
}

/** Whether what was to be written breaks a rule of the schema. */
export function isConstraint(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_CONSTRAINT')
}

/** Whether an error of the system has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Messages that statements of this package only cause in a database whose schema is not as it was made. */
const ofSchema =
  /vtable constructor failed|no such (table|column|module|index|function|view)|has no column named|already exists|malformed|unsupported file format|invalid (float32|rootpage)|[Vv]ector dimension|error in (view|trigger|table|index) /

function failureOf(error: Error, path: string): Failure | undefined {
  if (lacksRoom(error, path)) return full
  if (error.message === 'The database connection is not open') return closed
  if (/^Out of memory$|allocation failed/.test(error.message)) return noMemory
  if (/Could not locate the bindings file|was compiled against a different Node/.test(error.message)) {
    return nativePartMissing
  }
  const isOfSqlite = /^(SQLITE_|$)/.test(codeOf(error))
  if (error instanceof SyntaxError || (isOfSqlite && ofSchema.test(error.message))) return damaged
  return failures.find(([pattern]) => pattern.test(codeOf(error)))?.[1]
}

/**
 * Turns an error of the driver or the file system into a `StoreError` with a sentence; returns every other error as it is.
 * @param needed how many bytes the disk needs for what failed, if that is known
 */
export function toStoreError(error: unknown, path: string, needed?: number): unknown {
  if (StoreError.isInstance(error) || !(error instanceof Error)) return error
  const failure = failureOf(error, path)
  if (!failure) return error
  return new StoreError(failure.code, `${failure.sentence(path, needed)} (${error.message})`, {
    cause: error,
  })
}
