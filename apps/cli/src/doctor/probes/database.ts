import { accessSync, constants, existsSync, chmodSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { reasonOf } from '@recallite/core'
import { StoreError, type StoreErrorCode } from '@recallite/store'
import { megabytes } from '../../render/amounts.js'
import { accessCommand, ownCommand } from '../fix-commands.js'
import { failure, fine, warning, type Outcome } from '../finding.js'
import type { Probe, Subject } from '../subject.js'
import { shellWord } from '../../shell-word.js'
import { isOpen, lockHolder, roomFor, storeSize } from '../../driver.js'

type Failing = Pick<Subject, 'path' | 'flags'>

const mendings: Partial<
  Readonly<Record<StoreErrorCode, readonly [detail: string, fix: (of: Failing) => string]>>
> = {
  STORE_CORRUPT: ['is damaged', ({ flags }) => ownCommand('doctor --repair', flags)],
  STORE_FOREIGN: [
    'is another program’s',
    ({ flags }) => ownCommand('index FOLDER', { ...flags, db: 'OTHER.sqlite' }),
  ],
  STORE_TOO_NEW: ['was written by a newer version', () => 'npm install -g recallite@latest'],
  STORE_READ_ONLY: ['cannot be written', ({ path }) => accessCommand(path)],
  STORE_FULL: [
    'has too little room on its disk',
    ({ path }) => `du -xh ${shellWord(dirname(path))} | sort -h | tail`,
  ],
  STORE_BUSY: ['is in use by another process', ({ flags }) => ownCommand('doctor', flags)],
}

/** What keeps a database from being opened. */
export function unopenedOutcome(error: unknown, of: Failing): Outcome {
  const [detail, fix] = (StoreError.isInstance(error) ? mendings[error.code] : undefined) ?? [
    'cannot be opened',
    ({ path }: Failing) => (isReadable(path) ? `ls -la ${shellWord(path)}*` : accessCommand(path)),
  ]
  return failure({ detail: `${of.path} ${detail}`, cause: reasonOf(error), fix: fix(of) })
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Whether there is a database, and whether it is ours, whole and of a version that is known. */
export const database: Probe = {
  name: 'database',
  async look({ store, path, flags, sources }) {
    if (path === ':memory:') return [fine('in memory: it is gone with every command')]
    if (store === undefined) {
      const cause = 'nothing was indexed yet'
      const fix = ownCommand(sources.length > 0 ? 'index' : 'index FOLDER', flags)
      return [failure({ detail: `there is no database at ${path}`, cause, fix })]
    }
    if (!isOpen(store)) {
      const isTooOld = StoreError.isInstance(store.error) && store.error.code === 'STORE_TOO_OLD'
      return [isTooOld ? outdated({ path, flags }) : unopenedOutcome(store.error, { path, flags })]
    }
    const status = await store.status()
    const amount = `${status.documents} files, ${status.chunks} chunks, ${megabytes(status.bytes)}`
    return [fine(`${path}: ${amount}`)]
  },
}

/** A copy would be brought up to date and then examined. */
function outdated({ path, flags }: Failing): Outcome {
  return warning({
    detail: `${path} was written by an older version, and was not looked into`,
    cause: 'it is too large to be copied; whatever writes to it brings it up to date',
    fix: ownCommand('index', flags),
  })
}

/** Windows has no permission bits. */
const hasPermissions = process.platform !== 'win32'
const permissionBits = 0o777
const others = 0o077

/** Whether the database can be written, and by its owner alone be read. */
export const permissions: Probe = {
  name: 'permissions',
  look({ path }) {
    if (path === ':memory:' || !existsSync(path)) return []
    const unwritable = writableOutcome(path)
    const privacy = hasPermissions ? [privateOutcome(path)] : []
    return [...(unwritable ? [unwritable] : []), ...privacy]
  },
}

/** SQLite writes a log beside the file: both must be writable. */
function writableOutcome(path: string): Outcome | undefined {
  for (const place of [path, dirname(path)]) {
    try {
      accessSync(place, constants.W_OK)
    } catch (error) {
      const detail = `${place} cannot be written: nothing new can be indexed`
      return failure({ detail, cause: reasonOf(error), fix: accessCommand(place) })
    }
  }
  return undefined
}

function privateOutcome(path: string): Outcome {
  const { shown, isPrivate } = permissionsOf(path)
  if (isPrivate) return fine(`only you may read the database (${shown})`)
  return warning({
    detail: `others on this machine may open ${path} (${shown})`,
    cause: 'its permissions are wider than 0600',
    fix: `chmod 600 ${shellWord(path)}`,
  })
}

interface FilePermissions {
  /** As people write them, such as `0644`. */
  readonly shown: string
  /** Whether others than its owner may do nothing with it. */
  readonly isPrivate: boolean
}

function permissionsOf(path: string): FilePermissions {
  const mode = statSync(path).mode & permissionBits
  return { shown: mode.toString(8).padStart(4, '0'), isPrivate: (mode & others) === 0 }
}

const ownerOnly = 0o600

/** Takes from others what they may do with a database, and says so where they could do anything. */
export function makePrivate(path: string): Outcome[] {
  const { shown, isPrivate } = permissionsOf(path)
  if (!hasPermissions || isPrivate) return []
  chmodSync(path, ownerOnly)
  return [fine(`others on this machine could open ${path} (${shown}); now only you may (0600)`)]
}

/** In bytes: below, even a small write may fail. */
const least = 20_000_000

/** Free room against what a memory of that size needs to be rebuilt or copied. Pure. */
export function roomOutcome(free: number, size: number, folder: string): Outcome {
  const detail = `${megabytes(free)} are free on the disk of ${folder}`
  if (free >= Math.max(least, size)) return fine(detail)
  const fix = `du -xh ${shellWord(folder)} | sort -h | tail`
  if (free < least) return failure({ detail, cause: 'hardly anything more can be written', fix })
  return warning({ detail, cause: `less than the database itself takes up, ${megabytes(size)}`, fix })
}

/** Room on the disk. */
export const disk: Probe = {
  name: 'disk',
  look({ path }) {
    const room = roomFor(path)
    return room === undefined ? [] : [roomOutcome(room.free, storeSize(path).file, room.folder)]
  },
}

/** The log beside the database, which grows while somebody keeps reading. */
export const log: Probe = {
  name: 'log',
  look({ path, flags }) {
    if (path === ':memory:' || !existsSync(path)) return []
    const { log: size, isLogTooLong } = storeSize(path)
    const detail = `the log beside the database has ${megabytes(size)}`
    if (!isLogTooLong) return [fine(detail)]
    const cause = 'a program has kept it open and reading for long: end that first'
    return [warning({ detail, cause, fix: ownCommand('index', flags) })]
  },
}

/** Who is indexing. */
export const lock: Probe = {
  name: 'lock',
  async look({ path, flags }) {
    if (path === ':memory:' || !existsSync(path)) return []
    const holder = lockHolder(path)
    if (holder === undefined) return [fine('no process is indexing')]
    const cause = 'only one process at a time may index; searches answer meanwhile'
    return [warning({ detail: `process ${holder} is indexing`, cause, fix: ownCommand('status', flags) })]
  },
}
