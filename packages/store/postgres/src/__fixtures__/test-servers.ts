import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import type { TlsIdentity } from '@recallite/test-kit'
import type { RecordStore } from '@recallite/records'
import { openPostgresRecords, type PostgresRecordsOptions } from '../records/open-records.js'
import { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from '../open-store.js'

/** A server for tests. */
export interface TestServer {
  readonly url: string
  stop(): Promise<void>
}

/** A server in a process of its own. */
export interface ServerProcess extends TestServer {
  /** Kills it as a loss of power would, and starts it again. */
  crash(): Promise<void>
}

/** Starts a server before the tests of a group, and stops it after them. Its URL is known to the tests alone. */
export function serverOfGroup(start: () => Promise<TestServer>): Pick<TestServer, 'url'> {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await start()
  }, 120_000)
  afterAll(() => server?.stop())
  return {
    get url() {
      return server?.url ?? ''
    },
  }
}

let schemas = 0

/** Opens a store that holds nothing, in a schema of its own, which goes when the store is closed. */
export const openNew = (
  server: Pick<TestServer, 'url'>,
  options: Partial<PostgresStoreOptions> = {},
): Promise<PostgresStore> => inNewSchema(server, (place) => openPostgresStore({ ...place, ...options }))

/** Opens records that hold nothing, in a schema of their own, which goes when they are closed. */
export const openNewRecords = (
  server: Pick<TestServer, 'url'>,
  options: Partial<PostgresRecordsOptions> = {},
): Promise<RecordStore> => inNewSchema(server, (place) => openPostgresRecords({ ...place, ...options }))

async function inNewSchema<Opened extends { close(): Promise<void> }>(
  { url }: Pick<TestServer, 'url'>,
  open: (place: { readonly url: string; readonly schema: string; readonly connections: number }) => Promise<Opened>,
): Promise<Opened> {
  schemas += 1
  const schema = `test_${process.pid}_${schemas}`
  const opened = await open({ url, schema, connections: 3 })
  const close = async () => {
    await opened.close()
    await run(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  }
  return { ...opened, close }
}

/** A client of someone else, which may lose its server. */
export function otherClient({ url }: Pick<TestServer, 'url'>): pg.Client {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  return client
}

/** Sends a statement to a server, as someone else would. */
export async function run<Row = unknown>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows as Row[]
  } finally {
    await client.end()
  }
}

/**
 * The folder of a server's programs, if there is one: that of RECALLITE_TEST_POSTGRES, such as one with pgvector, or Debian's.
 * It is the one file of these tests that reads the environment.
 */
export function findPrograms(): string | undefined {
  const named = process.env['RECALLITE_TEST_POSTGRES']
  const debian = '/usr/lib/postgresql'
  const others = existsSync(debian) ? readdirSync(debian).toSorted().map((version) => join(debian, version, 'bin')) : []
  return [...(named === undefined ? [] : [named]), ...others.toReversed()].find((folder) =>
    existsSync(join(folder, 'initdb')),
  )
}

/** How many clients and how often the server are killed: RECALLITE_POSTGRES_KILLS, or a few. */
export const killCount = (): number => Number(process.env['RECALLITE_POSTGRES_KILLS'] ?? 6)

/** Whether a server of these programs can prove who it is. */
export function hasTls(programs: string): boolean {
  return execFileSync(join(programs, 'pg_config'), ['--configure'], { encoding: 'utf8' }).includes('openssl')
}

/** How a server for tests is set up. */
export interface ServerOptions {
  readonly identity?: TlsIdentity
  /** Whether what it has acknowledged survives the machine; default false, which is faster. */
  readonly isDurable?: boolean
}

/** Starts a server of these programs on loopback, in a folder that goes when it is stopped. */
export async function startServer(programs: string, options: ServerOptions = {}): Promise<ServerProcess> {
  const { identity, isDurable = false } = options
  const folder = newFolder()
  const settings = [`fsync=${isDurable ? 'on' : 'off'}`, ...(identity ? writeIdentity(folder, identity) : [])]
  if (isRoot) execFileSync('chown', ['-R', 'postgres', folder])
  const made = ['-D', join(folder, 'data'), '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-locale', '-N']
  execFileSync(...commandOf(join(programs, 'initdb'), made), inFolder(folder))
  return runServer(programs, folder, settings)
}

/** Starts a streaming replica of a server, made from a copy of its files. */
export async function startReplica(programs: string, { url }: Pick<TestServer, 'url'>): Promise<ServerProcess> {
  const folder = newFolder()
  const args = ['-d', url, '-D', join(folder, 'data'), '-R', '-N', '-X', 'stream', '-c', 'fast']
  execFileSync(...commandOf(join(programs, 'pg_basebackup'), args), inFolder(folder))
  return runServer(programs, folder, ['fsync=off'])
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-postgres-'))
  if (isRoot) execFileSync('chown', ['postgres', folder])
  return folder
}

const inFolder = (folder: string) => ({ cwd: folder, stdio: 'ignore' as const })

async function runServer(programs: string, folder: string, own: readonly string[]): Promise<ServerProcess> {
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=100', ...own]
  const port = await freePort()
  const set = settings.flatMap((setting) => ['-c', setting])
  const command = commandOf(join(programs, 'postgres'), ['-D', join(folder, 'data'), '-p', String(port), ...set])
  const url = `postgres://postgres:secret@127.0.0.1:${port}/postgres`
  const launch = () => spawn(...command, inFolder(folder))
  let server = launch()
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  await untilReady(url)
  return {
    url,
    async crash() {
      await end('SIGKILL')
      // The processes of its connections end a moment after it; until then it refuses to start, and ends.
      for (let isUp = false; !isUp;) {
        server = launch()
        const ended = once(server, 'exit').then(() => false)
        isUp = await Promise.race([ended, untilReady(url).then(() => true)])
      }
    },
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isRoot = process.getuid?.() === 0

/** PostgreSQL refuses to run as root. */
function commandOf(file: string, args: readonly string[]): [file: string, args: string[]] {
  if (!isRoot) return [file, [...args]]
  return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', file, ...args]]
}

/** The settings of a server that shows a certificate. */
function writeIdentity(folder: string, { cert, key }: TlsIdentity): string[] {
  const [certFile, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  chmodSync(keyFile, 0o600)
  return ['ssl=on', `ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`]
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

async function untilReady(url: string): Promise<void> {
  for (let left = 100; ; left -= 1) {
    try {
      await run(url, 'SELECT 1')
      return
    } catch (error) {
      if (left === 0) throw error
      await sleep(100)
    }
  }
}
