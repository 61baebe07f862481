import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import type { TlsIdentity } from './loopback-server.js'

/** A PostgreSQL server for tests in a process of its own, which asks its user `me` for a password. */
export interface PostgresServer {
  /** With the password. */
  readonly url: string
  readonly host: string
  readonly password: string
  /** Kills it as a loss of power would, and starts it again. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** How a server for tests is set up. */
export interface PostgresOptions {
  readonly identity?: TlsIdentity
  /** Whether what it has acknowledged survives the machine; default false, which is faster. */
  readonly isDurable?: boolean
}

/** Whether there is a server to start; tests that need one are skipped otherwise. */
export const hasPostgres = (): boolean => programFolder() !== undefined

/** Whether the server can prove who it is. */
export function hasPostgresTls(): boolean {
  return (
    hasPostgres() &&
    execFileSync(pathOf('pg_config'), ['--configure'], { encoding: 'utf8' }).includes('openssl')
  )
}

/** Where a server is. */
type ServerAddress = Pick<PostgresServer, 'url'> & Partial<Pick<PostgresServer, 'host' | 'password'>>

/** Starts a server before the tests of a group, and stops it after them. Its address is known to the tests alone. */
export function serverOfGroup(
  start: () => Promise<ServerAddress & Pick<PostgresServer, 'stop'>>,
): Required<ServerAddress> {
  let server: Awaited<ReturnType<typeof start>> | undefined
  beforeAll(async () => {
    server = await start()
  }, 120_000)
  afterAll(() => server?.stop())
  return {
    get url() {
      return server?.url ?? ''
    },
    get host() {
      return server?.host ?? ''
    },
    get password() {
      return server?.password ?? ''
    },
  }
}

/** Starts a server on loopback, in a folder that goes when it is stopped. */
export async function startPostgres({
  identity,
  isDurable = false,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = newFolder()
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  const settings = [`fsync=${isDurable ? 'on' : 'off'}`, ...(identity ? writeIdentity(folder, identity) : [])]
  if (isRoot) execFileSync('chown', ['-R', 'postgres', folder])
  const access = ['-A', 'scram-sha-256', '-U', 'me', `--pwfile=${passwordFile}`]
  const database = ['-D', join(folder, 'data'), '-E', 'UTF8', '--no-locale', '-N']
  execFileSync(...commandOf(folder, 'initdb', [...database, ...access]))
  return launch(folder, settings)
}

/** Starts a streaming replica of a server, made from a copy of its files. */
export async function startPostgresReplica({ url }: Pick<PostgresServer, 'url'>): Promise<PostgresServer> {
  const folder = newFolder()
  const copied = ['-R', '-N', '-X', 'stream', '-c', 'fast']
  execFileSync(...commandOf(folder, 'pg_basebackup', ['-d', url, '-D', join(folder, 'data'), ...copied]))
  return launch(folder, ['fsync=off'])
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-postgres-'))
  if (isRoot) execFileSync('chown', ['postgres', folder])
  return folder
}

async function launch(folder: string, own: readonly string[]): Promise<PostgresServer> {
  const port = String(await freePort())
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=100',
    ...own,
  ]
  const args = ['-D', join(folder, 'data'), '-p', port, ...settings.flatMap((one) => ['-c', one])]
  const begin = () => spawn(...commandOf(folder, 'postgres', args))
  let server = begin()
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  await untilReady(port)
  return {
    url: `postgres://me:${password}@127.0.0.1:${port}/postgres`,
    host: `127.0.0.1:${port}`,
    password,
    async crash() {
      await end('SIGKILL')
      // The processes of its connections end a moment after it; until then it refuses to start, and ends.
      for (let isUp = false; !isUp;) {
        server = begin()
        const ended = once(server, 'exit').then(() => false)
        isUp = await Promise.race([ended, untilReady(port).then(() => true)])
      }
    },
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const password = 'hunter2'
const isRoot = process.getuid?.() === 0

/** The folder of a server's programs: that of RECALLITE_TEST_POSTGRES, such as one with pgvector, or Debian's. */
function programFolder(): string | undefined {
  const named = process.env['RECALLITE_TEST_POSTGRES']
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : []
  const folders = versions.map((version) => join(debian, version, 'bin'))
  return [...(named === undefined ? [] : [named]), ...folders].find((folder) =>
    existsSync(join(folder, 'initdb')),
  )
}

const pathOf = (program: string): string => join(programFolder() ?? '', program)

/** PostgreSQL refuses to run as root. */
function commandOf(folder: string, program: string, args: readonly string[]) {
  const file = pathOf(program)
  const inFolder = { cwd: folder, stdio: 'ignore' } as const
  if (!isRoot) return [file, [...args], inFolder] as const
  const asPostgres = ['--reuid=postgres', '--regid=postgres', '--clear-groups', file, ...args]
  return ['setpriv', asPostgres, inFolder] as const
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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function untilReady(port: string): Promise<void> {
  for (let left = 100; ; left -= 1) {
    const { status } = spawnSync(pathOf('pg_isready'), ['-q', '-h', '127.0.0.1', '-p', port])
    if (status === 0) return
    if (left === 0) throw new Error('The server of the test does not start.')
    await sleep(100)
  }
}
