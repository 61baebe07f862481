import { StoreError, type StoreErrorCode } from '@recallite/store'
import { describeFullDisk, isOutOfRoom } from './free-room.js'

/**
 * Turns an error of the driver or the file system into a `StoreError` with a sentence; returns every other error as it is.
 * @param needed how many bytes the disk needs for what failed, if that is known
 */
export function toStoreError(error: unknown, path: string, needed?: number): unknown {
  if (StoreError.isInstance(error) || !(error instanceof Error)) return error
  const known = failureOf(error, path)
  if (!known) return error
  const [code, sentence] = failures[known]
  return new StoreError(code, `${sentence(path, needed)} (${error.message})`, { cause: error })
}

/** The refusal to touch the database of another program. */
export function foreignDatabase(path: string): StoreError {
  return new StoreError(
    'STORE_FOREIGN',
    `${path} is a database of another program and was not changed. Name another file.`,
  )
}

/** The failure to find a database that has to exist. */
export function missingDatabase(path: string): StoreError {
  return new StoreError('STORE_UNAVAILABLE', `There is no database at ${path}.`)
}

/** The failure of a call that comes after the store was closed. */
export function storeClosed(path: string): StoreError {
  return new StoreError(failures.closed[0], failures.closed[1](path))
}

/** Whether SQLite refused because of another connection's lock. */
export const isBusy = withCode(/^SQLITE_BUSY/)

/** Whether SQLite found no space on the disk. */
export const isDiskFull = withCode(/^SQLITE_FULL/)

/** Whether SQLite lacked a lock, space on the disk or a place for temporary files: a later try may succeed. */
export const mayWait = withCode(/^SQLITE_(BUSY|LOCKED|FULL|CANTOPEN|IOERR)/)

/** Whether the system, or SQLite because of the system, does not let a file be opened. */
const isRefused = withCode(/^(EACCES|EPERM|EROFS|EMFILE|ENFILE|SQLITE_(CANTOPEN|PERM|AUTH))/)

/** Whether reading failed because of what was read, and not for want of a lock, room or permission. */
export function isDamage(error: unknown): boolean {
  const known = toStoreError(error, '')
  if (!StoreError.isInstance(known)) return true
  return !ofSurroundings.has(known.code) && !isRefused(known.cause)
}

const ofSurroundings: ReadonlySet<StoreErrorCode> = new Set([
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

/** Whether an error of the system has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean => codes.includes(codeOf(error))

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const failures = {
  busy: ['STORE_BUSY', (path) => `Another process is writing to ${path}. Try again in a moment.`],
  damaged: [
    'STORE_CORRUPT',
    (path) =>
      `${path} is damaged or not a SQLite database. Run 'recallite doctor --repair': it keeps what is whole, and makes the rest anew from your files.`,
  ],
  full: ['STORE_FULL', describeFullDisk],
  readOnly: ['STORE_READ_ONLY', (path) => `${path} cannot be written. Check who owns it and its folder.`],
  invalid: [
    'STORE_INVALID_DOCUMENT',
    () =>
      'What was to be written breaks the rules of a store: chunk ids are unique, lines, tokens and times whole numbers. Nothing of it was kept.',
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
      `better-sqlite3 brings no binary that loads here (${process.platform} ${process.arch}). It has binaries for Linux (glibc and musl), macOS and Windows, each on x64 and arm64. Install the packages again on this machine, without 'node_modules' of another.`,
  ],
  noMemory: ['STORE_UNAVAILABLE', (path) => `There is not enough memory to work on a copy of ${path}.`],
  closed: ['STORE_UNAVAILABLE', (path) => `The store in ${path} was closed. Open it again.`],
} as const satisfies Record<string, readonly [StoreErrorCode, (path: string, needed?: number) => string]>

type FailureName = keyof typeof failures

/** The first pattern that an error's code matches decides. */
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
  // SQLite does not say why a file beside the database could not be made or made longer.
  if (/^SQLITE_(CANTOPEN|IOERR)/.test(code) && isOutOfRoom(path)) return 'full'
  const byMessage = messages.find(([pattern]) => pattern.test(message))?.[1]
  if (byMessage) return byMessage
  if (error instanceof SyntaxError || (/^(SQLITE_|$)/.test(code) && ofSchema.test(message))) return 'damaged'
  return codes.find(([pattern]) => pattern.test(code))?.[1]
}

/** Messages that statements of this package only cause in a database whose schema is not as it was made. */
const ofSchema =
  /vtable constructor failed|no such (table|column|module|index|function|view)|has no column named|already exists|malformed|unsupported file format|invalid (float32|rootpage)|[Vv]ector dimension|error in (view|trigger|table|index) /
