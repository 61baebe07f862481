import { chmodSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { shellWord } from '@recallite/command-line'
import { reasonOf } from '@recallite/core'
import { RecordError } from '@recallite/store/records'
import { isCluster, type StoreAddress } from '@recallite/settings'
import { StoreError, type StoreErrorCode, type StoreStatus } from '@recallite/store'
import { isOpen, storeSize } from '../../open/driver.js'
import { mayAccess } from '../../open/open-store.js'
import { hasRecordsFile } from '../../open/record-store.js'
import { recordsFileOf } from '../../open/memory-location.js'
import { describeBytes } from '../../render/amounts.js'
import { accessCommand, failure, fine, type Outcome, recalliteCommand, warning } from '../finding.js'
import type { Subject } from '../subject.js'
import { clusterOutcomes, curlCommand } from './cluster.js'

type Failing = Pick<Subject, 'path' | 'flags'>

const remedies: Partial<
  Readonly<Record<StoreErrorCode, readonly [detail: string, fix: (of: Failing) => string]>>
> = {
  STORE_CORRUPT: ['is damaged', ({ flags }) => recalliteCommand('doctor --repair', flags)],
  STORE_FOREIGN: [
    'belongs to another program',
    ({ flags }) => recalliteCommand('index FOLDER', { ...flags, db: 'OTHER.sqlite' }),
  ],
  STORE_TOO_OLD: [
    'was written by an older version and is too large to copy',
    ({ flags }) => recalliteCommand('index', flags),
  ],
  STORE_TOO_NEW: ['was written by a newer version', () => 'npm install -g recallite@latest'],
  STORE_READ_ONLY: ['is not writable', ({ path }) => accessCommand(path)],
  STORE_FULL: [
    'is on a disk that is full',
    ({ path }) => `du -xh ${shellWord(dirname(path))} | sort -h | tail`,
  ],
  STORE_BUSY: ['is in use by another process', ({ flags }) => recalliteCommand('doctor', flags)],
}

function remedyOf(error: unknown) {
  if (!StoreError.isInstance(error) && !RecordError.isInstance(error)) return undefined
  return remedies[error.code.replace('RECORDS_', 'STORE_') as StoreErrorCode]
}

/** The outcome for a database that cannot be opened. */
export function unopenedOutcome(error: unknown, of: Failing): Outcome {
  const [detail, fix] = remedyOf(error) ?? [
    'cannot be opened',
    ({ path }: Failing) =>
      mayAccess(path, constants.R_OK) ? `ls -la ${shellWord(path)}*` : accessCommand(path),
  ]
  return failure(`${of.path} ${detail}`, reasonOf(error), fix(of))
}

/** Whether the database exists, belongs to this program, is undamaged and has a supported version. */
export async function database(subject: Subject): Promise<Outcome[]> {
  const { store, path, flags, sources, connection } = subject
  if (connection.server !== undefined) return serverOutcomes(subject, connection.server)
  if (path === ':memory:') return [fine('in memory: lost when a command ends')]
  if (store === undefined) {
    if (hasRecordsFile(recordsFileOf(path))) {
      return [fine(`there is no database at ${path}: only records are stored, no files are indexed`)]
    }
    const fix = recalliteCommand(sources.length > 0 ? 'index' : 'index FOLDER', flags)
    return [failure(`there is no database at ${path}`, 'nothing is indexed yet', fix)]
  }
  if (!isOpen(store)) return [unopenedOutcome(store.error, { path, flags })]
  return [fine(`${path}: ${describeAmount(await store.status())}`)]
}

const isAbsent = (path: string) => path === ':memory:' || !existsSync(path)

/** Windows has no permission bits. */
const hasPermissions = process.platform !== 'win32'

/** Whether the database can be written, and only its owner can read it. */
export function permissions({ path, store }: Subject): Outcome[] {
  const isForeign = store && !isOpen(store) && remedyOf(store.error) === remedies.STORE_FOREIGN
  if (isAbsent(path) || isForeign || !statSync(path).isFile()) return []
  // SQLite writes a log next to the file, so both must be writable.
  const closed = [path, dirname(path)].find((each) => !mayAccess(each, constants.W_OK))
  const detail = `${closed} is not writable: nothing new can be indexed`
  const cause = 'you have no permission to write there'
  return [
    ...(closed === undefined ? [] : [failure(detail, cause, accessCommand(closed))]),
    ...(hasPermissions ? [privateOutcome(path)] : []),
  ]
}

function privateOutcome(path: string): Outcome {
  const { octal, isPrivate } = permissionsOf(path)
  if (isPrivate) return fine(`only you can read the database (${octal})`)
  const detail = `other users can open ${path} (${octal})`
  return warning(detail, 'its permissions are wider than 0600', `chmod 600 ${shellWord(path)}`)
}

/** The permissions of a file in octal, such as `0644`, and whether they exclude all other users. */
function permissionsOf(path: string): { octal: string; isPrivate: boolean } {
  const mode = statSync(path).mode & 0o777
  return { octal: mode.toString(8).padStart(4, '0'), isPrivate: (mode & 0o077) === 0 }
}

/** Revokes all permissions of other users for a database; returns nothing if they had none. */
export function makePrivate(path: string): Outcome[] {
  const { octal, isPrivate } = permissionsOf(path)
  if (!hasPermissions || isPrivate) return []
  chmodSync(path, 0o600)
  return [fine(`other users could open ${path} (${octal}); now only you can (0600)`)]
}

/** The size of the write-ahead log, which grows while a process keeps reading. */
export function log({ path, flags }: Subject): Outcome[] {
  if (isAbsent(path)) return []
  const { log: size, isLogTooLong } = storeSize(path)
  const detail = `the database's log is ${describeBytes(size)}`
  if (!isLogTooLong) return [fine(detail)]
  const cause = 'another process holds a long read transaction: stop it first'
  return [warning(detail, cause, recalliteCommand('index', flags))]
}

async function serverOutcomes({ store, flags }: Subject, server: StoreAddress): Promise<Outcome[]> {
  if (store === undefined) return []
  const { display } = server
  if (!isOpen(store)) {
    const { error } = store
    const unopened = failure(`${display} cannot be opened`, reasonOf(error), fixOf(error, display))
    return [unopened, ...(await clusterOutcomes(server).catch(() => []))]
  }
  const status = await store.status()
  const { location } = status
  const fix = recalliteCommand('index FOLDER', flags)
  const content =
    status.roots.length > 0
      ? fine(`${location}: ${describeAmount(status)}`)
      : failure(`${location} is empty`, 'nothing is indexed yet', fix)
  return [content, ...(await clusterOutcomes(server))]
}

const describeAmount = ({ documents, chunks, bytes }: StoreStatus): string =>
  `${documents} files, ${chunks} chunks, ${describeBytes(bytes)}`

/** Whether vectors can be searched on the server. */
export async function serverVectors({ store }: Subject, server: StoreAddress): Promise<Outcome[]> {
  if (!isOpen(store)) return []
  const { vectorSearch } = await store.status()
  const [name, fix] = isCluster(server)
    ? ['k-NN plugin', curlCommand(server, '_cat/plugins?v')]
    : ['pgvector', `psql ${shellWord(withoutSchema(server.display))} -c ${shellWord(update)}`]
  if (vectorSearch.available) return [fine(`${name} ${vectorSearch.version} works`)]
  const detail = 'vectors cannot be searched; only keyword search works'
  return [failure(detail, vectorSearch.reason ?? 'reason unknown', fix)]
}

const update = 'CREATE EXTENSION IF NOT EXISTS vector; ALTER EXTENSION vector UPDATE'

/** The command that fixes access to a server after an error, or shows the error again. */
export function fixOf(error: unknown, display: string): string {
  const install = /npm install [^\n]*/u.exec(reasonOf(error))?.[0]
  if (install !== undefined) return install
  const driver = `store-${isCluster({ display }) ? 'opensearch' : 'postgres'}`
  const isNewer = StoreError.isInstance(error) && error.code === 'STORE_TOO_NEW'
  if (isNewer) return `npm install -g recallite@latest @recallite/${driver}@latest`
  if (isCluster({ display })) return curlCommand({ display }, '_cluster/health?pretty')
  return `psql ${shellWord(withoutSchema(display))} -c 'SELECT version()'`
}

/** The address without `schema`, which other programs do not accept. */
const withoutSchema = (display: string): string => display.replace(/[?&]schema=.*$/u, '')
